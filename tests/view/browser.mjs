// SPDX-License-Identifier: MIT
// A headless browser that opens pages of kiln-view from files.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(resolve(process.env.NODE_MODULES), 'x.js'))('playwright-core');
const SOFTWARE = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const PICTURELESS = ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'];
const TIMEOUT = 120000;

export function launch({ pictures = true } = {}) {
	return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: pictures ? SOFTWARE : PICTURELESS });
}

/** Opens a page and waits until it is ready. `faults` gets errors of its scripts, and addresses that it tried to load. */
export async function openPage(browser, path, { hash = '', faults = [], size = { width: 1200, height: 700 } } = {}) {
	const page = await browser.newPage({ viewport: size });
	page.on('pageerror', (error) => faults.push(error.stack));
	page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
	page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && faults.push(`loads ${request.url()}`));
	await page.goto(pathToFileURL(path).href + hash);
	await page.waitForFunction(() => window.kilnView?.ready, null, { timeout: TIMEOUT });
	await page.evaluate(() => kilnView.view?.draw());
	return page;
}
