// SPDX-License-Identifier: MIT
#include "page_file.h"
#include "../common/base64.h"

#include <string.h>

/// Finds the mark at or behind `from`; returns the page's size where no mark follows.
static size_t find_mark(const file_bytes *page, size_t from)
{
	const size_t length = strlen(VIEW_MARK);
	for (size_t at = from; at + length <= page->size; ++at)
	{
		const uint8_t *candidate = memchr(page->data + at, VIEW_MARK[0], page->size - length - at + 1);
		if (candidate == NULL)
			break;
		at = (size_t)(candidate - page->data);
		if (memcmp(candidate, VIEW_MARK, length) == 0)
			return at;
	}
	return page->size;
}

bool view_page_valid(const file_bytes *page)
{
	const size_t first = find_mark(page, 0);
	return first < page->size && find_mark(page, first + 1) == page->size;
}

/// Writes bytes as elements of one kind, which the page joins again. No bytes make one empty element.
static void write_elements(FILE *out, size_t asset, const char *kind, const void *data, size_t size)
{
	const uint8_t *from = data;
	size_t at = 0;
	do
	{
		const size_t count = size - at < VIEW_PIECE ? size - at : VIEW_PIECE;
		fprintf(out, "<script type=\"text/plain\" data-asset=\"%zu\" data-kind=\"%s\" data-bytes=\"%zu\">", asset, kind,
			count);
		base64_write(out, from + at, count);
		fputs("</script>\n", out);
		at += count;
	} while (at < size);
}

void view_page_write(FILE *out, const file_bytes *page, const view_asset *assets, size_t count, const view_play *play)
{
	const size_t mark = find_mark(page, 0), behind = mark + strlen(VIEW_MARK);
	fwrite(page->data, 1, mark, out);
	for (size_t i = 0; i < count; ++i)
	{
		write_elements(out, i, "path", assets[i].path, strlen(assets[i].path));
		write_elements(out, i, "dump", assets[i].dump.data, assets[i].dump.size);
		write_elements(out, i, "blob", assets[i].blob.data, assets[i].blob.size);
		if (assets[i].survey != NULL)
			write_elements(out, i, "survey", assets[i].report.data, assets[i].report.size);
	}
	if (play->path != NULL)
	{
		write_elements(out, 0, "play-path", play->path, strlen(play->path));
		write_elements(out, 0, "play", play->bytes.data, play->bytes.size);
	}
	fwrite(page->data + behind, 1, page->size - behind, out);
}
