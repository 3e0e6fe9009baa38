import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { PosterConfig } from '../../config/poster-settings.ts';

const names = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'Google Chrome', 'Chromium', 'Microsoft Edge'],
  ...['chrome.exe', 'msedge.exe'],
];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return path.isAbsolute(file);
  } catch {
    return false;
  }
}

/** The browser that renders posters: the configured one, else the first that is installed; null without one. */
export function findBrowser({ browser, programFolders }: PosterConfig): string | null {
  if (browser !== null) return isProgram(browser) ? browser : null;
  const files = names.flatMap((name) => programFolders.map((folder) => path.join(folder, name)));
  return files.find(isProgram) ?? null;
}
