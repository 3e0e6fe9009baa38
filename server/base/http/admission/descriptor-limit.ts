import { readFileSync } from 'node:fs';

const inProc = /^Max open files\s+(\d+)/m;

function fromReport(report: unknown): number | null {
  const limits = Object(Object(report).userLimits);
  const soft: unknown = Object(limits.open_files).soft;
  return typeof soft === 'number' ? soft : null;
}

/** How many files and connections this process may have open at once; null where the system sets no such limit. */
export function readDescriptorLimit(): number | null {
  try {
    const found = inProc.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return fromReport(process.report.getReport()); // takes tens of milliseconds, and knows the limit on macOS too
  }
}
