// SPDX-License-Identifier: MIT
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX

#include "map.h"

#include <windows.h>

/// Longest path in UTF-16 units, with its NUL: Windows' own limit.
#define LONGEST_PATH 32768

static kiln_result refuse(kiln_status status, const char *reason)
{
	return (kiln_result){status, 0, reason};
}

/// Converts a UTF-8 path to the form that Windows needs, with room behind it. The result is on the process heap,
/// because it is too long for a small stack. NULL on failure.
static wchar_t *widen(const char *path)
{
	wchar_t *wide = HeapAlloc(GetProcessHeap(), 0, LONGEST_PATH * sizeof *wide);
	if (wide && MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, LONGEST_PATH) > 0)
		return wide;
	if (wide)
		HeapFree(GetProcessHeap(), 0, wide);
	return NULL;
}

static HANDLE open_path(const char *path)
{
	wchar_t *wide = widen(path);
	if (!wide)
		return INVALID_HANDLE_VALUE;
	HANDLE file = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
	HeapFree(GetProcessHeap(), 0, wide);
	return file;
}

/// Reads one byte of every page.
static void touch(const volatile unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i += 4096)
		(void)bytes[i];
}

static kiln_result map_handle(kiln_mapping *mapping, HANDLE file, bool prefault)
{
	LARGE_INTEGER size;
	if (GetFileType(file) != FILE_TYPE_DISK)
		return refuse(KILN_E_IO, "the path leads to no regular file");
	if (!GetFileSizeEx(file, &size))
		return refuse(KILN_E_IO, "the file's size could not be read");
	if (size.QuadPart <= 0)
		return refuse(KILN_E_TRUNCATED, "the file is empty");
	if ((uint64_t)size.QuadPart > SIZE_MAX)
		return refuse(KILN_E_IO, "the file is larger than this machine's address space");
	HANDLE section = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
	if (!section)
		return refuse(KILN_E_IO, "the file could not be mapped");
	void *address = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
	// The view keeps the section alive.
	CloseHandle(section);
	if (!address)
		return refuse(KILN_E_IO, "the file could not be mapped");
	*mapping = (kiln_mapping){address, (size_t)size.QuadPart};
	if (prefault)
		touch(address, mapping->size);
	return (kiln_result){KILN_OK, 0, "mapped"};
}

kiln_result kilni_mapping_open(kiln_mapping *mapping, const char *path, bool prefault)
{
	HANDLE file = open_path(path);
	if (file == INVALID_HANDLE_VALUE)
		return refuse(KILN_E_IO, "the file could not be opened");
	kiln_result result = map_handle(mapping, file, prefault);
	CloseHandle(file);
	return result;
}

void kilni_mapping_close(const kiln_mapping *mapping)
{
	UnmapViewOfFile(mapping->address);
}

static bool write_all(HANDLE file, const unsigned char *data, size_t size)
{
	while (size > 0)
	{
		DWORD part = size > 1u << 30 ? 1u << 30 : (DWORD)size, written = 0;
		if (!WriteFile(file, data, part, &written, NULL) || written == 0)
			return false;
		data += written;
		size -= written;
	}
	return true;
}

/// Opens a new file whose name ends in two digits at `digits`. A name may be taken: by another process that saves now,
/// or by one that was killed.
static HANDLE open_temporary(wchar_t *temporary, wchar_t *digits)
{
	for (int attempt = 0; attempt < 100; attempt++)
	{
		digits[0] = (wchar_t)(L'0' + attempt / 10);
		digits[1] = (wchar_t)(L'0' + attempt % 10);
		HANDLE file = CreateFileW(temporary, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
		if (file != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS)
			return file;
	}
	return INVALID_HANDLE_VALUE;
}

static kiln_status replace(wchar_t *temporary, wchar_t *digits, const wchar_t *path, const void *data, size_t size)
{
	HANDLE file = open_temporary(temporary, digits);
	if (file == INVALID_HANDLE_VALUE)
		return KILN_E_IO;
	bool written = write_all(file, data, size);
	written &= CloseHandle(file) != 0;
	if (written && MoveFileExW(temporary, path, MOVEFILE_REPLACE_EXISTING))
		return KILN_OK;
	DeleteFileW(temporary);
	return KILN_E_IO;
}

kiln_status kilni_file_replace(const char *path, const void *data, size_t size)
{
	static const wchar_t ending[] = L".00.part";
	wchar_t *wide = widen(path), *temporary = widen(path);
	kiln_status status = KILN_E_IO;
	int length = temporary ? lstrlenW(temporary) : 0;
	if (wide && temporary && length + (int)(sizeof ending / sizeof *ending) <= LONGEST_PATH)
	{
		for (size_t i = 0; i < sizeof ending / sizeof *ending; ++i)
			temporary[length + (int)i] = ending[i];
		status = replace(temporary, temporary + length + 1, wide, data, size);
	}
	if (wide)
		HeapFree(GetProcessHeap(), 0, wide);
	if (temporary)
		HeapFree(GetProcessHeap(), 0, temporary);
	return status;
}

#endif

/// ISO C forbids an empty translation unit.
typedef int kiln_map_windows_is_compiled;
