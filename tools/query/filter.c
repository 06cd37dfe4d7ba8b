// SPDX-License-Identifier: MIT
#include "filter.h"

#include <stdio.h>
#include <string.h>

// Whether a word is a text.
static bool is_word(query_word word, const char *text)
{
	return strlen(text) == word.size && memcmp(text, word.text, word.size) == 0;
}

static bool keeps_node(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	const query_filter *filter = user;
	(void)triangle;
	(void)material;
	const char *name = kiln_name(asset, asset->nodes[node].name);
	for (size_t at = 0; at < filter->nodes_size; at += strlen(filter->nodes + at) + 1)
		if (strcmp(filter->nodes + at, name) == 0)
			return false;
	return true;
}

static const kiln_asset *asset_at(const answer_assets *assets, int i)
{
	return i == 0 ? &assets->first : &assets->second;
}

// Adds the layer of that name to a mask of each filter. False where no asset has it.
static bool add_layer(query_filter *filter, const answer_assets *assets, const char *name, bool ignored)
{
	bool found = false;
	for (int i = 0; i < 2; ++i)
	{
		const uint64_t layer = kiln_layer(asset_at(assets, i), name);
		found = found || layer != 0;
		if (ignored)
			filter->filters[i].ignores |= layer;
		else
			filter->filters[i].belongs |= layer;
	}
	return found;
}

static bool add_node(query_filter *filter, const answer_assets *assets, const char *name)
{
	bool found = false;
	for (int i = 0; i < 2; ++i)
	{
		const kiln_asset *asset = asset_at(assets, i);
		for (uint32_t node = 0; node < asset->node_count && !found; ++node)
			found = strcmp(kiln_name(asset, asset->nodes[node].name), name) == 0;
	}
	const size_t size = strlen(name) + 1;
	if (!found || size > sizeof filter->nodes - filter->nodes_size)
		return false;
	memcpy(filter->nodes + filter->nodes_size, name, size);
	filter->nodes_size += size;
	return true;
}

static bool add_triggers(query_filter *filter, query_word which)
{
	const bool only = is_word(which, "only");
	for (int i = 0; i < 2; ++i)
		filter->filters[i].flags |= only ? KILN_FILTER_ONLY_TRIGGERS : KILN_FILTER_NO_TRIGGERS;
	return only || is_word(which, "no");
}

// Takes a word and the one behind it. Returns why not, NULL where it does.
static const char *take_words(query_filter *filter, const answer_assets *assets, query_word word, query_word next)
{
	char name[256];
	const bool ignored = is_word(word, "ignore");
	if (next.size == 0 || next.size >= sizeof name)
		return "needs a name behind it, shorter than 256 bytes";
	memcpy(name, next.text, next.size);
	name[next.size] = '\0';
	if (is_word(word, "triggers"))
		return add_triggers(filter, next) ? NULL : "takes no or only";
	if (is_word(word, "node"))
		return add_node(filter, assets, name) ? NULL : "names no node, or there are too many";
	if (!ignored && !is_word(word, "belongs"))
		return "is not a word of filters; those are ignore, belongs, node, triggers and masks";
	return add_layer(filter, assets, name, ignored) ? NULL : "names no layer of an asset";
}

// Points to the filter where it leaves out something.
static void use(query_filter *filter, answer_assets *assets)
{
	kiln_asset *const asset[2] = {&assets->first, &assets->second};
	for (int i = 0; i < 2; ++i)
	{
		kiln_filter *of = &filter->filters[i];
		if (filter->nodes_size > 0)
		{
			of->keep = keeps_node;
			of->user = filter;
		}
		asset[i]->filter = of->ignores != 0 || of->belongs != 0 || of->flags != 0 || of->keep != NULL ? of : NULL;
	}
	assets->filter = filter->pairs.masks ? &filter->pairs : NULL;
}

bool filter_take(query_filter *filter, answer_assets *assets, const query_line *line, char error[QUERY_ERROR_SIZE])
{
	query_filter made = {0};
	query_word word;
	size_t at = 0;
	while (query_next_word(line->words, line->words_size, &at, &word))
	{
		query_word next = {"", 0};
		if (is_word(word, "masks"))
		{
			made.pairs.masks = true;
			continue;
		}
		(void)query_next_word(line->words, line->words_size, &at, &next);
		const char *reason = take_words(&made, assets, word, next);
		if (reason != NULL)
		{
			char text[QUERY_QUOTE + 4];
			if (next.size > 0)
				word.size = (size_t)(next.text + next.size - word.text);
			snprintf(error, QUERY_ERROR_SIZE, "'%s' %s", query_quote(word, text), reason);
			return false;
		}
	}
	*filter = made;
	use(filter, assets);
	return true;
}
