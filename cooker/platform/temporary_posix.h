// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TEMPORARY_POSIX_H
#define KILN_COOKER_TEMPORARY_POSIX_H

#include <stdbool.h>
#include <stddef.h>

/// Names of the files that are written before they replace an output. The names of one output follow from its own name, so that
/// the next process that writes the output finds what a killed one left. A process holds the lock of its file (flock) until it
/// ends: a file whose lock is free is left over. On file systems without locks nothing is removed.

/// The most names to try: other processes may write the same output at the same time.
#define TEMPORARY_ATTEMPTS 1000
/// Size of such a name without its folder.
#define TEMPORARY_NAME 64

/// Writes name number `attempt` of the temporary files of an output whose name, without its folder, is `base`.
void temporary_name(char name[TEMPORARY_NAME], const char *base, int attempt);

/// Removes what killed processes left of an output. `path` begins with the folder's `length` bytes, relative to the folder
/// descriptor `folder`, and has room for a name behind them.
void temporary_remove_left(int folder, char *path, size_t length, const char *base);

/// Takes the lock of an open file. False when another process has removed the file meanwhile.
bool temporary_lock(int file);

/// Creates and locks a new file, and writes its name behind the folder. -1 with errno.
int temporary_create(int folder, char *path, size_t length, const char *base);

#endif
