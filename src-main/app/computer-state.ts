import { net, powerMonitor } from 'electron';
import { readMetered } from '../network/metered.ts';
import type { ComputerState } from '../platform/kernel.ts';

/** Power and network from Electron and the system. Use it once the app is ready. */
export const computerState: ComputerState = {
  isOnline: () => net.isOnline(),
  isMetered: () => readMetered(process.platform),
  onSleep: (listener) => void powerMonitor.on('suspend', listener),
  onWake: (listener) => void powerMonitor.on('resume', listener),
};
