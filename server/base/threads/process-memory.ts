import { readFile } from 'node:fs/promises';

const readText = (file: string) => readFile(file, 'utf8').catch(() => '');

/** Resident bytes of a process and its children; null outside Linux, and once it is gone. */
export async function readProcessMemory(pid: number): Promise<number | null> {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(await readText(`/proc/${pid}/status`))?.[1];
  if (kibibytes === undefined) return null;
  const children = (await readText(`/proc/${pid}/task/${pid}/children`))
    .split(' ')
    .map(Number)
    .filter(Boolean);
  const below = await Promise.all(children.map(readProcessMemory));
  return below.reduce<number>((sum, bytes) => sum + (bytes ?? 0), Number(kibibytes) * 1024);
}
