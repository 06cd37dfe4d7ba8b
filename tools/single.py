#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the runtime as two files, kiln.h and kiln.c, which one call of a compiler builds without flags.

    tools/single.py FOLDER

kiln.h holds the public headers, one behind the other. kiln.c holds the internal headers, each once, and all sources, for the
instruction set that every machine of the target has. Behind them stand, for x86-64 and compilers that can, the sources that are
also compiled for AVX2, and once more what those need of the headers that depend on the instruction set.

Private names of several files meet in kiln.c: static functions and tables, types, enumerators, macros. Where two files define
the same name, each definition gets its file's name as an ending. A file means the definition that it makes or includes. A name
that a macro pastes together keeps its spelling. All names of the AVX2 part get an ending. Macros of a source end with it.

The script lists no file and no function of the runtime but the constants below. A source that it cannot carry does not compile,
or answers other bits, which tests/packaging.sh shows.
"""
import os
import re
import sys

ROOTS = ('format', 'runtime')
PUBLIC = ('runtime/kiln.h', 'runtime/kiln/', 'format/')
LEFT_OUT = ('runtime/school/', 'runtime/kiln/school.h', 'runtime/wasm/')
# The sources that the build compiles for several instruction sets. Others choose AVX2 themselves, by defining the macro.
KERNELS = 'kernels.c'
BACKENDS = 'KILN_BACKEND_'
# A word for static and inline.
ALWAYS = 'KILN_ALWAYS_INLINE'
WIDE_TARGET = 'avx2,bmi,bmi2,popcnt'

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\.?\d(?:[eEpP][+-]|[\w.])*|[A-Za-z_]\w*|\s+|->|.',
                   re.S)
INCLUDE = re.compile(r'^#\s*include "([^"]+)"[^\n]*\n', re.M)
DEFINE = re.compile(r'^[ \t]*#[ \t]*define[ \t]+(\w+)', re.M)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n(?:[^\n\\]|\\.)*)*', re.M | re.S)
FEATURE = re.compile(r'^#define _[A-Z]\w+.*\n', re.M)
BACKEND = re.compile(rf'^#\s*define {BACKENDS}\w+\n', re.M)


class File:
    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.words = set(words_of(text))
        self.includes = []
        self.closure = set()
        self.types, self.values = private_names(text)
        self.macros = {name for name in DEFINE.findall(text) if not name.startswith(('_', BACKENDS))}
        self.ending = re.sub(r'\W', '_', os.path.splitext(path.split('/', 1)[1])[0])


def words_of(text):
    return [t for t in TOKEN.findall(text) if not t.isspace() and not t.startswith(('//', '/*'))]


def private_names(text):
    """Returns the names that only this file can use: types, enumerators, static functions and variables."""
    types, values = set(), set()
    depth, declaration = 0, []
    for word in words_of(DIRECTIVE.sub('', text)):
        declaration.append(word)
        depth += (word == '{') - (word == '}')
        if depth == 0 and (word == ';' or word == '}' and is_function(declaration)):
            note(declaration, types, values)
            declaration = []
    return types, values


def is_function(words):
    head = words[:words.index('{')] if '{' in words else []
    return '(' in head and '=' not in head and 'typedef' not in head


def note(words, types, values):
    body = words.index('{') if '{' in words else len(words)
    for i, word in enumerate(words[:body]):
        # The tag of a structure that this file defines. Tags of structures that it only mentions are left out.
        if word in ('struct', 'union', 'enum') and i + 2 == body:
            types.add(words[i + 1])
    if 'enum' in words[:body] and body < len(words):
        for i in range(body + 1, len(words)):
            if words[i - 1] in '{,' and re.match(r'[A-Za-z_]', words[i]):
                types.add(words[i])
    if words[0] == 'typedef':
        # The last name before the end, or the one in (*name) or in front of the parameters of a function's type.
        pointed = [words[i + 2] for i in range(len(words) - 2) if words[i] == '(' and words[i + 1] == '*']
        names = [w for i, w in enumerate(words) if re.match(r'[A-Za-z_]', w) and words[i + 1:i + 2] in ([';'], ['['])]
        called = [words[i] for i in range(1, len(words) - 1) if words[i + 1] == '(' and re.match(r'[A-Za-z_]', words[i])]
        types.add((pointed or names or called)[0] if body == len(words) else names[-1])
    elif 'static' in words[:body] or ALWAYS in words[:body]:
        # A call of a macro that defines functions can precede the definition.
        head = words[words.index('static' if 'static' in words else ALWAYS) + 1:body]
        ends = [i for i, w in enumerate(head) if w in ('(', '[', '=', ';', ',') and i > 0 and re.match(r'[A-Za-z_]', head[i - 1])
                and head[i - 1] != '__attribute__']
        if ends:
            values.add(head[ends[0] - 1])


def merged(path, texts):
    """Returns the text of a header, with the headers in place that it includes under a condition: the parts for one instruction
    set."""
    text, depth = '', 0
    for line in texts[path].splitlines(keepends=True):
        depth += len(re.findall(r'^#\s*if', line)) - len(re.findall(r'^#\s*endif', line))
        include = INCLUDE.match(line)
        if include and depth > 1:
            part = os.path.normpath(os.path.join(os.path.dirname(path), include.group(1)))
            text += unguarded(part, merged_part(part, texts))
        else:
            text += line
    return text


def merged_part(path, texts):
    """Returns a part with the text of its includes in place."""
    folder = os.path.dirname(path)

    def part_of(include):
        part = os.path.normpath(os.path.join(folder, include.group(1)))
        return unguarded(part, merged_part(part, texts))
    return INCLUDE.sub(part_of, texts[path])


def unguarded(path, text):
    guard = re.match(r'(?://[^\n]*\n|\s)*#ifndef (\w+)\n#define \1\n(.*)\n#endif\s*\Z', text, re.S)
    if not guard:
        sys.exit(f'{path}: no guard, or text outside of it')
    return guard.group(2) + '\n'


def load():
    texts = {}
    for root in ROOTS:
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name).replace(os.sep, '/')
                if name.endswith(('.c', '.h')) and not path.startswith(LEFT_OUT):
                    with open(path, encoding='utf-8') as file:
                        texts[path] = file.read()
    files = {path: File(path, merged(path, texts) if path.endswith('.h') else text) for path, text in texts.items()}
    for file in files.values():
        for name in INCLUDE.findall(file.text):
            places = [os.path.normpath(os.path.join(place, name)) for place in (os.path.dirname(file.path), *ROOTS)]
            found = [place for place in places if place in files]
            if not found:
                sys.exit(f'{file.path}: no file for #include "{name}"')
            file.includes.append(found[0])
    for file in files.values():
        waiting = [file.path]
        while waiting:
            path = waiting.pop()
            if path not in file.closure:
                file.closure.add(path)
                waiting.extend(files[path].includes)
    return files


def in_order(files, paths):
    """Returns the files and their includes, each once, behind its own includes."""
    order, seen = [], set()

    def visit(path):
        if path not in seen:
            seen.add(path)
            for other in files[path].includes:
                visit(other)
            order.append(path)
    for path in paths:
        visit(path)
    return order


def body_of(file):
    """Returns the text of a file without licence, guard, includes of Kiln, and choice of an instruction set."""
    text = file.text.replace('// SPDX-License-Identifier: MIT\n', '', 1)
    if file.path.endswith('.h'):
        text = unguarded(file.path, text)
    text = INCLUDE.sub('', text)
    text = FEATURE.sub('', text)
    # The headers that make the choice read macros that are defined at the beginning of the single file.
    return text if f'defined({BACKENDS}BASE)' in file.text else BACKEND.sub('', text)


def pieces_of(text):
    """Returns the directives of a text, and its declarations, each with the comment before it."""
    pieces, chunk, depth = [], [], 0

    def flush():
        if chunk:
            pieces.append(''.join(chunk))
            chunk.clear()
    for part in re.split('(' + DIRECTIVE.pattern + ')', text, flags=re.M | re.S):
        if DIRECTIVE.match(part):
            if words_of(''.join(chunk)):
                chunk.append(part)
            else:
                flush()
                pieces.append(part)
            continue
        for token in TOKEN.findall(part):
            chunk.append(token)
            depth += (token == '{') - (token == '}')
            if depth == 0 and (token == ';' or token == '}' and is_function(words_of(''.join(chunk)))):
                flush()
    flush()
    return pieces


def again_for(text, all_of_it, known):
    """Returns the part of a header that is repeated for AVX2: the whole header, or the declarations that use known names. Adds
    the names that this part defines to the known names. Leaves out prototypes without `static`, which are declared already."""
    out, any_of_it = [], all_of_it
    for piece in pieces_of(text):
        words = words_of(piece)
        if DIRECTIVE.match(piece):
            macro = DEFINE.match(piece)
            if not macro or macro.group(1).startswith(BACKENDS):
                out.append(piece)
            elif all_of_it or set(words) & known:
                known.add(macro.group(1))
                out.append(f'#undef {macro.group(1)}\n{piece}')
                any_of_it = True
        elif '(' in words and not {'typedef', 'static', ALWAYS, 'static_assert', '{', '='} & set(words):
            continue
        elif all_of_it or set(words) & known:
            types, values = private_names(piece)
            known |= types | values
            out.append(piece)
            any_of_it = True
        else:
            out.append('\n' * piece.startswith('\n'))
    return ''.join(out) if any_of_it else ''


def renamed(text, renames):
    """Replaces names in the text, except names of members of structures, which have a scope of their own."""
    if not renames:
        return text
    out, last, scopes, declared = [], '', [], []
    tokens = TOKEN.findall(text)
    following = [''] * len(tokens)
    for i in range(len(tokens) - 1, 0, -1):
        silent = tokens[i].isspace() or tokens[i].startswith(('//', '/*'))
        following[i - 1] = following[i] if silent else tokens[i]
    for word, after in zip(tokens, following):
        if word.isspace() or word.startswith(('//', '/*')):
            out.append(word)
            continue
        if word == '{':
            scopes.append(any(w in ('struct', 'union') for w in declared[-3:]) and '(' not in declared[-3:])
        elif word == '}' and scopes:
            scopes.pop()
        declared = [] if word in ';{}' else declared + [word]
        member = last in ('.', '->') or scopes and scopes[-1] and last != '[' and (
            after in (';', ',', '[', ':') or last == '*' and after == ')')
        out.append(word if member else renames.get(word, word))
        last = word
    return ''.join(out)


def meanings(files, owners):
    """Returns, for each file, the names that several files define, and the new name of each in this file."""
    shared = {name: paths for name, paths in owners.items() if len(paths) > 1}
    # An internal header may use names of the file that includes it.
    includers = {path: set() if path.startswith(PUBLIC) else {other.path for other in files.values() if path in other.closure}
                 for path in files}
    # Names that a macro pastes together keep their spelling.
    pasted = {path: re.findall(r'(\w+)##\w', file.text) for path, file in files.items()}

    def kept_name(name):
        kept = [path for path in shared[name] if any(name.startswith(prefix) for other in files[path].closure
                                                     for prefix in pasted[other])]
        if len(kept) > 1:
            sys.exit(f'{name} is pasted together in several files: {" ".join(kept)}')
        return kept[0] if kept else None
    result = {}
    for file in files.values():
        renames = {}
        for name, paths in shared.items():
            seen = [path for path in paths if path in file.closure] or \
                [path for path in paths if any(path in files[other].closure for other in includers[file.path])]
            own = [file.path] if file.path in paths else seen
            if own and name in file.words and kept_name(name) != own[0]:
                meant = files[own[0]]
                renames[name] = f'{name}_{meant.ending}'
        result[file.path] = renames
    return result


def main():
    if len(sys.argv) != 2:
        sys.exit('usage: tools/single.py FOLDER')
    folder = sys.argv[1]
    files = load()
    public = [path for path in files if path.startswith(PUBLIC) and path.endswith('.h')]
    public_order = in_order(files, sorted(public))
    if set(public_order) != set(public):
        sys.exit('a public header includes an internal one')
    chooses = {path for path, file in files.items() if path.endswith('.h') and BACKENDS in file.text}
    sources = sorted(path for path in files if path.endswith('.c'))
    wide = [path for path in sources if f'#define {BACKENDS}AVX2\n' in files[path].text]
    kernels = [path for path in sources if os.path.basename(path) == KERNELS]
    if not chooses or not wide or not kernels:
        sys.exit('no source is compiled for an instruction set: the constants of this script are not those of the runtime')

    owners = {}
    for path, file in files.items():
        names = file.types | file.values | (file.macros if path.endswith('.h') else set())
        for name in names if path not in public else ():
            owners.setdefault(name, []).append(path)
    renames = meanings(files, owners)

    def expand(path, text, more):
        text = renamed(text, {**renames[path], **more})
        return f'// --- {path} ---\n{text.strip()}\n\n'

    def ended(path):
        return ''.join(f'#undef {name}\n' for name in sorted(files[path].macros))

    os.makedirs(folder, exist_ok=True)
    with open('LICENSE', encoding='utf-8') as licence:
        notice = '// SPDX-License-Identifier: MIT\n//\n' + \
            ''.join(f'// {line}'.rstrip() + '\n' for line in licence.read().splitlines()) + '\n'
    with open(f'{folder}/kiln.h', 'w', encoding='utf-8') as out:
        out.write(notice + '#ifndef KILN_H\n#define KILN_H\n\n')
        out.write(''.join(expand(path, body_of(files[path]), {}) for path in public_order) + '#endif\n')
    features = sorted({line for path in sources for line in FEATURE.findall(files[path].text)})
    with open(f'{folder}/kiln.c', 'w', encoding='utf-8') as out:
        out.write(notice + ''.join(f'#ifndef {line.split()[1]}\n{line}#endif\n' for line in features))
        out.write(PROLOGUE)
        headers = [path for path in in_order(files, sources) if path.endswith('.h') and path not in public]
        # The headers of Windows define macros with many names, so files that include them come last.
        windows = [path for path in sources if '<windows.h>' in files[path].text]
        for path in headers + [path for path in sources if path not in wide + windows]:
            out.write(expand(path, body_of(files[path]), {}) + (ended(path) if path.endswith('.c') else ''))
        out.write(WIDE_BEGIN.replace('TARGET', WIDE_TARGET))
        known = set()
        again = {path: again_for(body_of(files[path]), path in chooses, known)
                 for path in in_order(files, wide + kernels) if path.endswith('.h') and path not in public}
        known = known.union(*(files[path].types | files[path].values for path in wide + kernels))
        for path in [path for path in again if again[path]] + wide + kernels:
            more = {name: renames[path].get(name, name) + '_for_avx2' for name in known}
            out.write(expand(path, again.get(path) or body_of(files[path]), more) + (ended(path) if path.endswith('.c') else ''))
        out.write(WIDE_END + ''.join(expand(path, body_of(files[path]), {}) for path in windows))


PROLOGUE = '''#include "kiln.h"

// Answers depend on these: no fused multiply-add, and with GCC no vectorizer of straight-line code, whose version 12.2 leaves out
// roundings of double to float.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize", "no-math-errno")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#define KILN_BACKEND_BASE

'''

WIDE_BEGIN = '''// === AVX2 ===

#if defined(__x86_64__) && defined(__GNUC__) && !defined(KILN_ONLY_SCALAR)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("TARGET"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("TARGET")
#endif
#undef KILN_BACKEND_BASE
#undef KILN_BACKEND_SSE2
#define KILN_BACKEND_AVX2

'''

WIDE_END = '''#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
'''

main()
