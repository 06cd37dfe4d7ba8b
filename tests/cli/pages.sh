#!/bin/bash
# SPDX-License-Identifier: MIT
# The pages of every installed command: --help, the man page, and completions for bash and zsh agree, and work.
. "$(dirname "$0")/claims.bash"

"${MAKE:-make}" -s --no-print-directory install DESTDIR="$scratch/root" PREFIX=/usr || exit 1
bin=$scratch/root/usr/bin
share=$scratch/root/usr/share
PATH=$bin:$PATH

# flat: words between single blanks, on one line.
flat() { tr -s ' \n' ' '; }

# silent COMMAND...: the command succeeds and prints nothing.
silent()
{
	local printed
	printed=$("$@" 2>&1) && [ -z "$printed" ] || { echo "$printed"; return 1; }
}

# rows: each row of --help on one line.
rows() { awk '/^  [^ ]/ { if (row) print row; row = $0; next } /^   / && row { row = row $0; next } { if (row) print row; row = "" }' | tr -s ' '; }

# options: the options that --help lists.
options() { sed -n 's/^  \(-[-a-z]*\)\(, \(-[-a-z]*\)\)\?.*/\1\n\3/p' <"$1" | grep . | sort; }

# offered FILE: the options that a shell's file completes.
offered()
{
	sed -n "s/^\t'\*\(-[a-z-]*\).*/\1/p" "$1"
	sed -n "s/^\t*words='\(-.*\)'$/\1/p" "$1" | tr ' ' '\n' | grep .
}

rows_in_page()
{
	local row count=0
	while IFS= read -r row
	do
		count=$((count + 1))
		grep -qF -- "${row# }" "$2" || { echo "not in the man page: $row"; return 1; }
	done < <(rows <"$1")
	[ $count -gt 5 ]
}

for command in "$bin"/*
do
	name=${command##*/}
	help=$scratch/$name.help
	page=$share/man/man1/$name.1
	"$command" --help >"$help"
	claim "$name --help is at most 80 columns wide" test "$(wc -L <"$help")" -le 80
	claim "$name: the man page is installed as the command prints it" cmp "$page" <("$command" --help=man)
	claim "$name: groff takes the man page without a warning" silent groff -ww -man -Tascii -z "$page"
	# Before a release the page has no date.
	claim "$name: mandoc takes the man page without a warning" \
		silent sh -c "! mandoc -T lint -W warning '$page' | grep -v 'missing date'"
	groff -man -Tascii -rHY=0 -P-cbou "$page" | flat >"$scratch/$name.page"
	claim "$name: every row of --help is in the man page" rows_in_page "$help" "$scratch/$name.page"
	options "$help" >"$scratch/options"
	claim "$name: --help lists options" test "$(wc -l <"$scratch/options")" -gt 3
	for shell in bash zsh
	do
		file=$share/bash-completion/completions/$name
		[ $shell = bash ] || file=$share/zsh/site-functions/_$name
		claim "$name: the completions for $shell are installed as the command prints them" cmp "$file" <("$command" "--help=$shell")
		claim "$name: $shell parses the completions" silent $shell -n "$file"
		claim "$name: $shell completes every option" cmp "$scratch/options" <(offered "$file" | sort)
	done
	claim "$name: an unknown format of --help is a usage error" exits 2 "$command" --help=troff
	claim "$name: a format must not be empty" exits 2 "$command" --help=
done

mkdir -p "$scratch/files/folder"
cd "$scratch/files" || exit 3
touch bolt.kiln 'door knob.kiln' plan.json plan.txt

# in_bash: of each line of stdin, the line after all completions are inserted, by an interactive bash.
in_bash()
{
	cat "$share"/bash-completion/completions/* >"$scratch/rc"
	# Keys: insert-completions, to the start of the line, echo, to its end.
	while IFS= read -r line
	do
		printf '%s\033*\001echo "got:\005"\n' "$line"
	done | HISTFILE='' bash --noprofile --rcfile "$scratch/rc" -i 2>/dev/null | sed -n 's/^got://p'
}

# in_zsh: of each line of stdin, the line after TAB, by an interactive zsh.
in_zsh()
{
	cat >"$scratch/drive.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; PS1=; show() { zle -I; print -r -- \"<\$BUFFER>\"; BUFFER= }
	zle -N show; bindkey '^G' show; bindkey '^I' complete-word; print RE''ADY"
zpty -r shell out '*READY*'
while IFS= read -r line
do
	zpty -w -n shell "$line"$'\t\a'
	zpty -r shell out '*<*>*'
	print -r -- "${${out##*<}%%>*}"
done
zpty -d shell
END
	zsh -f "$scratch/drive.zsh" "$share/zsh/site-functions"
}

# completes LINE BECOMES: both shells complete LINE to BECOMES; blanks at the end, and text that zsh removes again, do
# not count.
lines=()
expected=()
completes()
{
	lines+=("$1")
	expected+=("$2")
}

completes 'kiln-cook --hull-v' 'kiln-cook --hull-vertices'
completes 'kiln-cook --build pl' 'kiln-cook --build ploc'
completes 'kiln-cook --build=pl' 'kiln-cook --build=ploc'
completes 'kiln-cook --tree rss,ob' 'kiln-cook --tree rss,obb'
completes 'kiln-cook --tree=rss,ob' 'kiln-cook --tree=rss,obb'
completes 'kiln-cook --shape wall=cy' 'kiln-cook --shape wall=cylinder'
completes 'kiln-cook --shape=wall=cy' 'kiln-cook --shape=wall=cylinder'
completes 'kiln-cook --shape cy' 'kiln-cook --shape cylinder'
completes 'kiln-cook plan.t' 'kiln-cook plan.txt'
completes 'kiln-cook plan.txt -o d' 'kiln-cook plan.txt -o door knob.kiln'
completes 'kiln-cook --report=pl' 'kiln-cook --report=plan.json'
completes 'kiln-cook --allow-outside f' 'kiln-cook --allow-outside folder'
completes 'kiln-cook --weld b' 'kiln-cook --weld b'
completes 'kiln-cook --flip b' 'kiln-cook --flip bolt.kiln'
completes 'kiln-dump --veri' 'kiln-dump --verify'
completes 'kiln-dump b' 'kiln-dump bolt.kiln'
completes 'kiln-query --isa=av' 'kiln-query --isa=avx2'
completes 'kiln-query --descent a-' 'kiln-query --descent a-first'

for shell in bash zsh
do
	mapfile -t became < <(printf '%s\n' "${lines[@]}" | in_$shell | sed 's/[ ,=/]*$//; s/\\//g')
	for i in "${!lines[@]}"
	do
		claim "$shell completes '${lines[i]}' to '${expected[i]}', not '${became[i]}'" test "${became[i]}" = "${expected[i]}"
	done
done

claims_end
