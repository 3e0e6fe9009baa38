import { net, powerMonitor } from 'electron';
import type { ComputerState } from '../platform/kernel.ts';
import { readMetered } from '../platform/network/metered.ts';

/** Power and network from Electron and the system. Use it once the app is ready. */
export const computerState: ComputerState = {
  isOnline: () => net.isOnline(),
  isMetered: () => readMetered(process.platform),
  onSleep: (listener) => void powerMonitor.on('suspend', listener),
  onWake: (listener) => void powerMonitor.on('resume', listener),
};
