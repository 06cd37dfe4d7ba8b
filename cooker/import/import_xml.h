// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_IMPORT_XML_H
#define KILN_COOKER_IMPORT_XML_H

#include "import_zip.h"

/// Reads the tags of an XML text (XML 1.0, UTF-8) one after the other in constant memory. Used to look at what a file
/// declares when a library reads the file itself. Nothing is checked, and entities are not decoded.

typedef struct import_xml_tag
{
	char name[64];		   ///< without a prefix; truncated when too long
	char attributes[2048]; ///< the text after the name, up to the bracket; truncated when too long
	bool starts;		   ///< <a> and <a/>
	bool ends;			   ///< </a> and <a/>
	uint64_t line;		   ///< line on which the tag begins, from 1
} import_xml_tag;

typedef struct import_xml
{
	import_zip zip;
	uint64_t line;
	uint32_t before; ///< bytes before the first tag, declaration or comment
	bool begun;
	import_xml_tag tag;
} import_xml;

/// Opens a file, or the model in an archive, as import_zip_begin does. NULL when it can't be opened, or when out of
/// memory.
import_xml *import_xml_begin(const kilncook_context *context, const char *path);

/// Most bytes before the first tag. XML allows only spaces there, but readers of XML skip other text.
#define IMPORT_XML_BEFORE 256

/// Goes to the next tag and skips comments, instructions and CDATA; returns false at the end of the text, and for a
/// file in which nothing of XML begins within IMPORT_XML_BEFORE bytes, which is not read further.
bool import_xml_next(import_xml *xml);

/// Returns the value of an attribute of the tag, and its length in `*length`; NULL when missing.
const char *import_xml_attribute(const import_xml_tag *tag, const char *name, size_t *length);

/// Returns whether an attribute has this value.
bool import_xml_is(const import_xml_tag *tag, const char *name, const char *value);

void import_xml_end(const kilncook_context *context, import_xml *xml);

#endif
