import { readFile } from 'node:fs/promises';

type Use = {
  /** Resident memory. */
  readonly bytes: number;
  /** CPU time so far, including children that have ended. */
  readonly cpuMs: number;
};

const readText = (file: string) => readFile(file, 'utf8').catch(() => '');
/** Milliseconds per tick: Linux counts in hundredths of a second. */
const tick = 10;
/** Field positions after the process's name: user and system time, then the same of ended children. */
const [firstTime, lastTime] = [11, 14];

/** Memory and CPU time of a process and its children; null outside Linux, and once it has ended. */
export async function readProcessUse(pid: number): Promise<Use | null> {
  const [status, stat, children] = await Promise.all(
    [`status`, 'stat', `task/${pid}/children`].map((name) => readText(`/proc/${pid}/${name}`)),
  );
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1];
  if (kibibytes === undefined) return null;
  const ticks =
    stat
      ?.split(') ')
      .at(-1)
      ?.split(' ')
      .slice(firstTime, lastTime + 1) ?? [];
  const own = {
    bytes: Number(kibibytes) * 1024,
    cpuMs: ticks.reduce((sum, one) => sum + Number(one) * tick, 0),
  };
  const below = await Promise.all(
    (children ?? '').split(' ').map(Number).filter(Boolean).map(readProcessUse),
  );
  return below.reduce<Use>(
    (sum, use) => ({ bytes: sum.bytes + (use?.bytes ?? 0), cpuMs: sum.cpuMs + (use?.cpuMs ?? 0) }),
    own,
  );
}
