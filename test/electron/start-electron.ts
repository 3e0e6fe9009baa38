import { prepareElectron } from './prepare-electron.ts';
import { startDisplay } from './start-display.ts';

/** Where tests find what this has prepared, in their environment. */
export const electronVariable = 'LODESTOCK_TEST_ELECTRON';

/** Prepares Electron and, under Linux, a screen for it, for this process and those that it starts; the result ends the screen. */
export async function startElectron(): Promise<() => Promise<void>> {
  const prepared = await prepareElectron();
  process.env[electronVariable] = JSON.stringify(prepared);
  if ('reason' in prepared) {
    console.error(`The app is not tried, as there is no Electron: ${prepared.reason}.`);
    return async () => {};
  }
  if (process.platform !== 'linux' || process.env.LODESTOCK_TEST_WINDOWS === 'shown') return async () => {};
  const display = await startDisplay();
  process.env.DISPLAY = display.name;
  return display.stop;
}
