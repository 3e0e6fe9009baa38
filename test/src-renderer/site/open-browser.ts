import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { listProgramFolders } from '../../../server/config/poster-settings.ts';
import { withoutUnseen } from '../../../server/posters/headless/chromium-switches.ts';
import { findBrowser } from '../../../server/posters/headless/find-browser.ts';

/** A real Chromium, Chrome or Edge, wherever this system has it; null where none is installed. */
export const findChromium = (): string | null =>
  findBrowser({ browser: null, programFolders: listProgramFolders(process.env) });

/** Chromium without windows, of Debian's package chromium-headless-shell: itself, as its script in /usr/bin would stay when it is killed. */
const windowless = '/usr/lib/chromium/chromium-headless-shell';

/** The Chromium without windows: the same engine, but pages cost a third less; null where it is not installed. */
const findWindowless = (): string | null => (existsSync(windowless) ? windowless : null);

/** What pages are tried in: the Chromium without windows, else a usual one; null where none is installed. */
export const findPageBrowser = (): string | null => findWindowless() ?? findChromium();

// Debian's script for Chromium lets the graphics card paint, which without one is the slower way.
const paintAsUsual = '--disable-gpu-rasterization';

// The main thread waits for what compiles and collects next to it, and handing that over costs a twentieth of a page.
const oneThread = '--js-flags=--single-threaded';

/** Starts it without a screen; `args` are further switches of its command line. */
export function openBrowser(executablePath: string, args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', paintAsUsual, oneThread, withoutUnseen, ...args],
  });
}
