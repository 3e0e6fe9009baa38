import { net, powerMonitor } from 'electron';
import type { ComputerState } from '../downloads/hold.ts';
import { readMetered } from '../network/metered.ts';

/** Power and network, as Electron and the system tell. Use it once the app is ready. */
export const computerState: ComputerState = {
  isOnline: () => net.isOnline(),
  isMetered: () => readMetered(process.platform),
  onSleep: (listener) => void powerMonitor.on('suspend', listener),
  onWake: (listener) => void powerMonitor.on('resume', listener),
};
