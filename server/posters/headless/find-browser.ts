import { findProgram, isProgram } from '../../base/programs/find-program.ts';
import type { PosterConfig } from '../../config/poster-settings.ts';

const names = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'Google Chrome', 'Chromium', 'Microsoft Edge'],
  ...['chrome.exe', 'msedge.exe'],
];

/** The browser that renders posters: the configured one, else the first installed one; null if there is none. */
export function findBrowser({
  browser,
  programFolders,
}: Pick<PosterConfig, 'browser' | 'programFolders'>): string | null {
  if (browser !== null) return isProgram(browser) ? browser : null;
  return findProgram(names, programFolders);
}
