import { writeFileSync } from 'node:fs';
import { prepareElectron } from './prepare-electron.ts';
import { startDisplay } from './start-display.ts';

/** Where tests find what this has prepared, in their environment. */
export const electronVariable = 'LODESTOCK_TEST_ELECTRON';

/** Names the file that is told which Electron runs the app. */
export const noteVariable = 'LODESTOCK_TEST_ELECTRON_NOTE';

/** Prepares Electron and, under Linux, a screen for it, for this process and those that it starts; the result ends the screen. */
export async function startElectron(): Promise<() => Promise<void>> {
  const prepared = await prepareElectron();
  process.env[electronVariable] = JSON.stringify(prepared);
  const note = process.env[noteVariable];
  const found = 'reason' in prepared ? `no Electron (${prepared.reason})` : `Electron ${prepared.version}`;
  if (note !== undefined) writeFileSync(note, found);
  if ('reason' in prepared) {
    console.error(`The app is not tried, as there is no Electron: ${prepared.reason}.`);
    return async () => {};
  }
  if (process.platform !== 'linux' || process.env.LODESTOCK_TEST_WINDOWS === 'shown') return async () => {};
  const display = await startDisplay();
  process.env.DISPLAY = display.name;
  return display.stop;
}
