// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_THREADS_H
#define KILN_COOKER_THREADS_H

#include "platform.h"

/// What threads are made of on each system.

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

typedef HANDLE thread_handle;
typedef SRWLOCK thread_lock;
typedef CONDITION_VARIABLE thread_signal;
#define THREAD_LOCK_BEGIN SRWLOCK_INIT
#define THREAD_SIGNAL_BEGIN CONDITION_VARIABLE_INIT

static inline void thread_acquire(thread_lock *lock)
{
	AcquireSRWLockExclusive(lock);
}

static inline void thread_release(thread_lock *lock)
{
	ReleaseSRWLockExclusive(lock);
}

static inline void thread_wait(thread_signal *signal, thread_lock *lock)
{
	SleepConditionVariableSRW(signal, lock, INFINITE, 0);
}

static inline void thread_wake_all(thread_signal *signal)
{
	WakeAllConditionVariable(signal);
}

static inline void thread_lock_end(thread_lock *lock)
{
	(void)lock;
}

static inline void thread_signal_end(thread_signal *signal)
{
	(void)signal;
}

#else
#include <pthread.h>

typedef pthread_t thread_handle;
typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_signal;
#define THREAD_LOCK_BEGIN PTHREAD_MUTEX_INITIALIZER
#define THREAD_SIGNAL_BEGIN PTHREAD_COND_INITIALIZER

static inline void thread_acquire(thread_lock *lock)
{
	pthread_mutex_lock(lock);
}

static inline void thread_release(thread_lock *lock)
{
	pthread_mutex_unlock(lock);
}

/// Waits for a signal; may also return without one. The lock is held before and after.
static inline void thread_wait(thread_signal *signal, thread_lock *lock)
{
	pthread_cond_wait(signal, lock);
}

static inline void thread_wake_all(thread_signal *signal)
{
	pthread_cond_broadcast(signal);
}

static inline void thread_lock_end(thread_lock *lock)
{
	pthread_mutex_destroy(lock);
}

static inline void thread_signal_end(thread_signal *signal)
{
	pthread_cond_destroy(signal);
}
#endif

enum
{
	THREADS_MAX = 63,
	/// Bytes of a thread's stack: a task may be a whole stage, and some systems give new threads 128 KB.
	THREADS_STACK = 8 << 20,
};

/// Threads that run one function.
typedef struct thread_set
{
	void (*run)(void *user);
	void *user;
	uint32_t count;
	thread_handle handles[THREADS_MAX];
} thread_set;

/// Starts up to `wanted` threads, at most THREADS_MAX, as long as the system starts them. `set->count` gets their number. They
/// receive no signals.
void threads_start(thread_set *set, uint32_t wanted, void (*run)(void *user), void *user);

/// Waits until all have ended.
void threads_join(thread_set *set);

#endif
