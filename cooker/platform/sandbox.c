// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Linux offers seccomp, which filters system calls, and landlock, which limits the files that a process can open. A
// process needs no privilege for either, and its children inherit both. Old headers lack both.
#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/landlock.h>) && __has_include(<linux/seccomp.h>)
#define SANDBOXES 1
#endif
#endif

#if defined(SANDBOXES)
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(__ILP32__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__ILP32__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

// Newer than some headers.
#define TRUNCATE_ABI 3
#define NETWORK_ABI 4
#define DEVICE_ABI 5
#define SCOPE_ABI 6

/// Whether valgrind runs this process: the calls that valgrind makes for itself would be filtered, too.
static bool runs_in_valgrind(void)
{
	const char *loaded = getenv("LD_PRELOAD");
	return loaded && strstr(loaded, "vgpreload");
}

// --- seccomp ---

#if defined(MACHINE)

/// Calls that an import needs: memory, reading, the clock, its own signals and its end.
static const uint16_t allowed[] = {
	SYS_brk,
	SYS_munmap,
	SYS_mremap,
	SYS_madvise,
	SYS_read,
	SYS_write,
	SYS_readv,
	SYS_writev,
	SYS_pread64,
	SYS_preadv,
	SYS_lseek,
	SYS_close,
	SYS_fstat,
	SYS_newfstatat,
	SYS_statx,
	SYS_faccessat,
	SYS_readlinkat,
	SYS_getdents64,
	SYS_getcwd,
	SYS_fadvise64,
	SYS_futex,
	SYS_sched_yield,
	SYS_sched_getaffinity,
	SYS_clock_gettime,
	SYS_clock_getres,
	SYS_clock_nanosleep,
	SYS_nanosleep,
	SYS_gettimeofday,
	SYS_times,
	SYS_restart_syscall,
	SYS_rt_sigaction,
	SYS_rt_sigprocmask,
	SYS_rt_sigreturn,
	SYS_rt_sigpending,
	SYS_sigaltstack,
	SYS_getpid,
	SYS_getppid,
	SYS_gettid,
	SYS_getuid,
	SYS_geteuid,
	SYS_getgid,
	SYS_getegid,
	SYS_getrlimit,
	SYS_setrlimit,
	SYS_getrusage,
	SYS_sysinfo,
	SYS_uname,
	SYS_getrandom,
	SYS_ppoll,
	SYS_exit,
	SYS_exit_group,
#if defined(SYS_faccessat2)
	SYS_faccessat2,
#endif
// Machines of a newer design do not have these.
#if defined(SYS_stat)
	SYS_stat,
	SYS_lstat,
	SYS_access,
	SYS_readlink,
	SYS_time,
	SYS_poll,
	SYS_getdents,
#endif
};

/// Calls that no import makes unless art took it over: processes, programs, sockets, other processes' memory. They end the
/// import, so that it is refused by their name.
static const struct
{
	uint16_t number;
	const char *name;
} forbidden[] = {
	{SYS_clone, "clone"},
#if defined(SYS_clone3)
	{SYS_clone3, "clone3"},
#endif
#if defined(SYS_fork)
	{SYS_fork, "fork"},
	{SYS_vfork, "vfork"},
#endif
	{SYS_execve, "execve"},
	{SYS_execveat, "execveat"},
	{SYS_socket, "socket"},
	{SYS_socketpair, "socketpair"},
	{SYS_connect, "connect"},
	{SYS_bind, "bind"},
	{SYS_ptrace, "ptrace"},
	{SYS_process_vm_readv, "process_vm_readv"},
	{SYS_process_vm_writev, "process_vm_writev"},
	{SYS_bpf, "bpf"},
	{SYS_perf_event_open, "perf_event_open"},
	{SYS_userfaultfd, "userfaultfd"},
	{SYS_keyctl, "keyctl"},
	{SYS_mount, "mount"},
	{SYS_unshare, "unshare"},
	{SYS_setns, "setns"},
	{SYS_io_uring_setup, "io_uring_setup"},
};

#define COUNT(table) (sizeof table / sizeof table[0])
#define FILTER_SIZE 320

/// A filter in the making; each rule begins with the call's number in the accumulator and keeps it unless it decides.
typedef struct filter
{
	struct sock_filter code[FILTER_SIZE];
	unsigned short size;
} filter;

static void add(filter *f, uint16_t code, uint32_t k, uint8_t when, uint8_t otherwise)
{
	if (f->size < FILTER_SIZE)
		f->code[f->size++] = (struct sock_filter){code, when, otherwise, k};
}

static void add_return(filter *f, uint32_t action)
{
	add(f, BPF_RET | BPF_K, action, 0, 0);
}

static void add_load(filter *f, size_t offset)
{
	add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/// The low half of an argument: both machines are little-endian.
static size_t argument(uint32_t i)
{
	return offsetof(struct seccomp_data, args) + 8 * i;
}

static void add_action(filter *f, uint32_t number, uint32_t action)
{
	add(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
	add_return(f, action);
}

/// Allows a call unless its argument has one of the bits; then the call fails with `error`.
static void add_without_bits(filter *f, uint32_t number, uint32_t i, uint32_t bits, uint32_t error)
{
	add(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4);
	add_load(f, argument(i));
	add(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
	add_return(f, SECCOMP_RET_ERRNO | error);
	add_return(f, SECCOMP_RET_ALLOW);
}

/// Allows a call whose argument is at most `most` and at least `least`, both as numbers of 32 bits; otherwise the call
/// fails.
static void add_range(filter *f, uint32_t number, uint32_t i, uint32_t least, uint32_t most)
{
	add(f, BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5);
	add_load(f, argument(i));
	add(f, BPF_JMP | BPF_JGT | BPF_K, most, 1, 0);
	add(f, BPF_JMP | BPF_JGE | BPF_K, least, 1, 0);
	add_return(f, SECCOMP_RET_ERRNO | EPERM);
	add_return(f, SECCOMP_RET_ALLOW);
}

static void write_filter(filter *f)
{
	const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, self = (uint32_t)getpid();
	add_load(f, offsetof(struct seccomp_data, arch));
	add(f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
	add_return(f, SECCOMP_RET_KILL_PROCESS);
	add_load(f, offsetof(struct seccomp_data, nr));
	for (size_t i = 0; i < COUNT(allowed); ++i)
		add_action(f, allowed[i], SECCOMP_RET_ALLOW);
	add_without_bits(f, SYS_openat, 2, writing, EACCES);
#if defined(SYS_open)
	add_without_bits(f, SYS_open, 1, writing, EACCES);
#endif
	// No new machine code.
	add_without_bits(f, SYS_mmap, 2, PROT_EXEC, EPERM);
	add_without_bits(f, SYS_mprotect, 2, PROT_EXEC, EPERM);
	// Limits and signals of this process only; abort() sends itself a signal.
	add_range(f, SYS_prlimit64, 0, 0, 0);
	add_range(f, SYS_kill, 0, self, self);
	add_range(f, SYS_tgkill, 0, self, self);
	add_range(f, SYS_tkill, 0, self, self);
	add_range(f, SYS_fcntl, 1, F_DUPFD, F_SETFL);
	for (size_t i = 0; i < COUNT(forbidden); ++i)
		add_action(f, forbidden[i].number, SECCOMP_RET_TRAP);
	// C libraries try calls that are newer than this list, and then others; x32's numbers are among them.
	add(f, BPF_JMP | BPF_JGT | BPF_K, SYS_landlock_restrict_self, 0, 1);
	add_return(f, SECCOMP_RET_ERRNO | ENOSYS);
	add_return(f, SECCOMP_RET_ERRNO | EPERM);
}

/// Names the forbidden call on standard error, where platform_isolate finds it, and ends the process.
static void end_by_call(int number, siginfo_t *info, void *context)
{
	(void)context;
	char line[] = PLATFORM_FORBIDDEN "00000\n";
	const size_t first = sizeof PLATFORM_FORBIDDEN - 1;
	int left = info->si_syscall;
	for (size_t i = first + 5; i > first; left /= 10)
		line[--i] = (char)('0' + left % 10);
	(void)!write(STDERR_FILENO, line, sizeof line - 1);
	raise(number);
}

static bool filter_calls(void)
{
	filter f = {.size = 0};
	struct sigaction action = {.sa_sigaction = end_by_call, .sa_flags = SA_SIGINFO | SA_NODEFER | (int)SA_RESETHAND};
	write_filter(&f);
	struct sock_fprog program = {f.size, f.code};
	sigemptyset(&action.sa_mask);
	return f.size < FILTER_SIZE && sigaction(SIGSYS, &action, NULL) == 0 &&
		   prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

static bool offers_filters(void)
{
	// With a filter at no address, a kernel that has filters finds a fault in the address.
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT;
}

const char *platform_call_name(int number)
{
	for (size_t i = 0; i < COUNT(forbidden); ++i)
		if (forbidden[i].number == number)
			return forbidden[i].name;
	return NULL;
}

#else
static bool filter_calls(void)
{
	return false;
}

static bool offers_filters(void)
{
	return false;
}

const char *platform_call_name(int number)
{
	(void)number;
	return NULL;
}
#endif

// --- landlock ---

/// The attributes of a rule set, of which older kernels know the first ones.
typedef struct ruleset
{
	uint64_t files;
	uint64_t network;
	uint64_t scopes;
} ruleset;

/// The version of landlock; 0 without landlock.
static uint32_t landlock_version(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	return version > 0 ? (uint32_t)version : 0;
}

/// All rights that a version knows: 13 in the first one, and one more in each of three later ones.
static ruleset all_rights(uint32_t version, size_t *size)
{
	uint32_t rights = 13u + (version >= 2) + (version >= TRUNCATE_ABI) + (version >= DEVICE_ABI);
	*size = version < NETWORK_ABI ? 8 : version < SCOPE_ABI ? 16 : 24;
	return (ruleset){.files = (UINT64_C(1) << rights) - 1,
		.network = version >= NETWORK_ABI ? 3 : 0,
		.scopes = version >= SCOPE_ABI ? 3 : 0};
}

/// Allows reading a file, or a folder and all in it.
static bool allow_reading(int rules, const char *path)
{
	struct stat status;
	const int descriptor = open(path, O_PATH | O_CLOEXEC);
	bool good = descriptor >= 0 && fstat(descriptor, &status) == 0;
	if (good)
	{
		struct landlock_path_beneath_attr rule = {
			.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = descriptor};
		if (S_ISDIR(status.st_mode))
			rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
		good = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
	}
	if (descriptor >= 0)
		close(descriptor);
	return good;
}

/// Returns the version that holds, or 0.
static uint32_t limit_files(const char *file, char *const *folders, size_t count)
{
	const uint32_t version = landlock_version();
	size_t size = 0;
	const ruleset all = all_rights(version, &size);
	const int rules = version ? (int)syscall(SYS_landlock_create_ruleset, &all, size, 0) : -1;
	if (rules < 0)
		return 0;
	bool good = allow_reading(rules, file);
	for (size_t i = 0; i < count && good; ++i)
		good = allow_reading(rules, folders[i]);
	// A sanitizer's report names the modules of this process.
	if (PLATFORM_SANITIZED)
		good = good && allow_reading(rules, "/proc");
	good = good && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	close(rules);
	return good ? version : 0;
}

platform_sandbox platform_sandbox_offered(void)
{
	if (runs_in_valgrind())
		return (platform_sandbox){.calls = false};
	return (platform_sandbox){offers_filters(), landlock_version()};
}

platform_sandbox platform_sandbox_enter(const char *file, char *const *folders, size_t count)
{
	platform_sandbox made = {.calls = false};
	if (runs_in_valgrind() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return made;
	made.files = limit_files(file, folders, count);
	made.calls = filter_calls();
	return made;
}

#else
platform_sandbox platform_sandbox_offered(void)
{
	return (platform_sandbox){.calls = false};
}

platform_sandbox platform_sandbox_enter(const char *file, char *const *folders, size_t count)
{
	(void)file, (void)folders, (void)count;
	return (platform_sandbox){.calls = false};
}

const char *platform_call_name(int number)
{
	(void)number;
	return NULL;
}
#endif
