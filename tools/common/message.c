// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "message.h"
#include "math/ieee.h"

#include "platform/platform.h"
#include "utf8.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#if !defined(_WIN32)
#include <fcntl.h>
#include <unistd.h>
#endif

void tool_text(FILE *out, const char *text)
{
	char shown[UTF8_SHOWN];
	for (size_t left = strlen(text), taken = 0; left > 0; left -= taken, text += taken)
	{
		taken = utf8_show(text, left, shown);
		fputs(shown, out);
	}
}

void tool_message(const char *path, const char *severity, const char *code, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	tool_text(stderr, path);
	fputc(':', stderr);
	platform_severity_print(severity);
	tool_text(stderr, text);
	fprintf(stderr, " [%s]\n", code);
}

void tool_start(void)
{
#if !defined(_WIN32)
	// Otherwise a file that is opened later could get the number of a closed stream, and messages would go into the
	// file.
	for (int fd = 0; fd <= 2; ++fd)
	{
		if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
		{
			int mode = fd == 1 ? O_RDONLY : O_WRONLY;
			int opened = open("/dev/null", mode);
			if (opened != -1 && opened != fd)
			{
				dup2(opened, fd);
				close(opened);
			}
		}
	}
#endif
#if defined(SIGPIPE)
	signal(SIGPIPE, SIG_IGN);
#endif
}

int tool_finish(const char *program, int code)
{
	errno = 0;
	int flushed = fflush(stdout);
	int reason = errno;
	if ((flushed != 0 || ferror(stdout)) && platform_reader_is_gone())
		return code;
	if (flushed != 0 || ferror(stdout))
	{
		tool_message(program, "error", "write", "cannot write to standard output: %s",
			reason != 0 ? strerror(reason) : "an earlier write failed");
		return TOOL_IO;
	}
	return code;
}
