import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser to run: ELECTRON_HOST_CHROMIUM, else the first Chromium or Chrome on PATH; null when none is. */
export function findChromium(env: Readonly<NodeJS.ProcessEnv> = process.env): string | null {
  if (env.ELECTRON_HOST_CHROMIUM) return env.ELECTRON_HOST_CHROMIUM;
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}
