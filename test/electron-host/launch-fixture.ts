import { findChromium } from './chromium/find-chromium.ts';

/** Why the stand-in cannot run here, as words for the name of a skipped test; null when it can. */
export function whyNoHost(): string | null {
  if (process.platform === 'win32') return 'the host needs Linux or macOS';
  return findChromium() === null ? 'chromium not installed' : null;
}
