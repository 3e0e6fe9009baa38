import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A real Chromium, from /usr/bin or the PATH; null where none is installed. */
export function findChromium(): string | null {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)];
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] });
}
