// SPDX-License-Identifier: MIT
// kiln-query in terms of the module of kiln-view's page: reads one query a line and prints its answers, to compare them
// with kiln-query's byte for byte (tests/view_module.sh).
//   node tests/view/ask.mjs MODULE [--work] [--budget N] [--replay LOG] A.kiln [B.kiln] <QUERIES >ANSWERS
import { readFileSync, writeSync } from 'node:fs';
import { loadView } from '../../tools/view/module/view.mjs';

const [module, ...words] = process.argv.slice(2), paths = [], options = {};
let replay = null;
while (words.length > 0) {
	const word = words.shift();
	if (word === '--work')
		options.work = true;
	else if (word === '--budget')
		options.budget = Number(words.shift());
	else if (word === '--replay')
		replay = words.shift();
	else
		paths.push(word);
}
const view = await loadView(readFileSync(module));
const [first, second] = paths.map((path) => view.open(readFileSync(path)));
const session = view.session(first, second ?? null, options);
const answers = [];
if (replay === null) {
	const lines = readFileSync(0);
	for (let at = 0; at < lines.length;) {
		const end = lines.indexOf(10, at) < 0 ? lines.length : lines.indexOf(10, at);
		const answer = session.ask(lines.subarray(at, end));
		if (answer !== '')
			answers.push(answer);
		at = end + 1;
	}
} else {
	const log = view.openLog(readFileSync(replay));
	for (let i = 0; i < log.count; ++i)
		answers.push(session.replay(log, i));
	log.close();
}
session.close();
for (let bytes = Buffer.from(answers.map((answer) => `${answer}\n`).join('')), at = 0; at < bytes.length;)
	at += writeSync(1, bytes, at);
