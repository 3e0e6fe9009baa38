import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endedPlace, stampOf } from './mark-names.ts';

type Ended = { readonly file: string; readonly stamp: string; readonly deaths: number };

/** Files that were being read when a process died, by path. */
type Feared = Readonly<Record<string, Omit<Ended, 'file'>>>;

export type CrashMarks = {
  readonly folder: string;
  readonly feared: Feared;
};

const markName = /^(\d+)-[0-9a-f-]+\.mark$/;
const endedName = /\.ended$/;

function toEnded(json: unknown): Ended | null {
  if (typeof json !== 'object' || json === null || !('file' in json) || !('stamp' in json)) return null;
  const { file, stamp } = json;
  const deaths = 'deaths' in json && typeof json.deaths === 'number' ? json.deaths : 1;
  return typeof file === 'string' && typeof stamp === 'string' ? { file, stamp, deaths } : null;
}

function read(place: string): Ended | null {
  try {
    return toEnded(JSON.parse(readFileSync(place, 'utf8')));
  } catch {
    return null; // Empty if nothing was being read, torn if the process died while writing it.
  }
}

function isAlive(pid: number): boolean {
  // In a container, the previous process can have had the same number.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isUnchanged({ file, stamp }: Ended): boolean {
  try {
    return stampOf(statSync(file)) === stamp;
  } catch {
    return false;
  }
}

function noteDeath(folder: string, { file, stamp }: Ended): void {
  const place = endedPlace(folder, file);
  const before = read(place);
  const deaths = before?.stamp === stamp ? before.deaths + 1 : 1;
  writeFileSync(place, JSON.stringify({ file, stamp, deaths }));
}

/** Finds large files being read at crashes: after one, the file is read alone; after two, not until its bytes change. */
export function openCrashMarks(folder: string): CrashMarks {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const pid = markName.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const place = path.join(folder, name);
    const mark = read(place);
    if (mark) noteDeath(folder, mark);
    rmSync(place, { force: true });
  }
  const feared: Record<string, Omit<Ended, 'file'>> = {};
  for (const name of readdirSync(folder).filter((one) => endedName.test(one))) {
    const ended = read(path.join(folder, name));
    if (ended && isUnchanged(ended)) feared[ended.file] = ended;
    else rmSync(path.join(folder, name), { force: true });
  }
  return { folder, feared };
}
