// SPDX-License-Identifier: MIT
// Claims of the browser tests, counted as tests/cli/claims.bash counts those of the command line.

let passed = 0, failed = 0;

/** Holds when `holds` is true; `detail` is printed when it is not. */
export function claim(text, holds, detail = '') {
	if (holds) {
		++passed;
	} else {
		++failed;
		console.log(`FAIL: ${text}${detail === '' ? '' : `: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`}`);
	}
}

/** Prints the counts, and sets the exit code. */
export function claimsEnd() {
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed || !passed ? 1 : 0;
}
