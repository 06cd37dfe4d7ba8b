// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_PAGE_FILE_H
#define KILN_VIEW_PAGE_FILE_H

#include "../common/file.h"

/// The comment of the page that the assets replace.
#define VIEW_MARK "<!-- kiln-view: the assets -->"
/// Bytes of a blob in one element of the page. Browsers read text of any length, but cannot join texts of more than about 512 MB.
#define VIEW_PIECE ((size_t)3 << 21)

/// An asset as the page gets it.
typedef struct view_asset
{
	const char *path;
	file_bytes blob;
	file_bytes dump;	///< what kiln-dump prints about the blob
	const char *survey; ///< path of the report of kiln-cook, or NULL
	file_bytes report;	///< what is in it
} view_asset;

/// What the page plays: a log of queries, or a file of kiln-query's lines.
typedef struct view_play
{
	const char *path; ///< NULL: nothing
	file_bytes bytes;
} view_play;

/// Whether bytes are a page with one place for assets.
bool view_page_valid(const file_bytes *page);

/// Writes a valid page with the assets, and with what the page plays. Everything that comes from a file is in base64, so that no name can end an
/// element. The stream keeps errors (ferror).
void view_page_write(FILE *out, const file_bytes *page, const view_asset *assets, size_t count, const view_play *play);

#endif
