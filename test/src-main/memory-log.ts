import { createLog } from '../../src-main/platform/storage/log.ts';

/** The app's own log, kept in memory. */
export function createMemoryLog() {
  const lines: string[] = [];
  return { log: createLog({ write: (line) => lines.push(line) }), lines };
}
