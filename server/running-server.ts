import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { instanceHeader } from './base/http/status.ts';
import { renamePatientlySync } from './base/storage/rename-patiently.ts';
import { StartRefused } from './base/storage/start-refused.ts';

const Note = z.object({
  url: z.url(),
  instance: z.uuid(),
  pid: z.number().int(),
  machine: z.string(),
  /** Null if the server has no library. */
  libraryDir: z.string().nullable().optional(),
});
type Note = z.infer<typeof Note>;

const folderOf = (dataDir: string) => path.join(dataDir, 'running');

function readNotes(dataDir: string): { readonly file: string; readonly note: Note | null }[] {
  const folder = folderOf(dataDir);
  const read = (file: string) => {
    try {
      return Note.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return null;
    }
  };
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => path.join(folder, name))
      .map((file) => ({ file, note: read(file) }));
  } catch {
    return []; // no server has used the folder yet
  }
}

/** Whether the process, on this machine, has ended without removing its note. */
function hasEnded({ pid, machine }: Note, file: string): boolean {
  if (machine !== hostname()) return false;
  // In a container, the previous process can have had the same number.
  if (pid === process.pid) return statSync(file).mtimeMs < Date.now() - process.uptime() * 1000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Announces to other processes on the data folder that this one serves it, until withdrawn. */
export function announceServer(dataDir: string, told: Pick<Note, 'url' | 'instance' | 'libraryDir'>) {
  const file = path.join(folderOf(dataDir), `${told.instance}.json`);
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  for (const { file: old, note } of readNotes(dataDir))
    if (note === null || hasEnded(note, old)) rmSync(old, { force: true });
  const note: Note = { ...told, pid: process.pid, machine: hostname() };
  writeFileSync(`${file}.new`, JSON.stringify(note));
  renamePatientlySync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

type Found = 'serving' | 'silent' | 'gone';
/** Milliseconds until a server counts as silent. */
const usualPatience = 2000;

/** `silent`: the address is in use but does not answer, as while a server starts or is overloaded. */
async function look({ url, instance }: Note, patience: number): Promise<Found> {
  try {
    const { headers } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(patience) });
    // Another server may have taken the port since.
    return headers.get(instanceHeader) === instance ? 'serving' : 'gone';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'gone';
  }
}

/** Throws StartRefused while a server on this data folder has another library: each would remove the other's. */
export async function refuseOtherLibrary(
  dataDir: string,
  libraryDir: string,
  patience = usualPatience,
): Promise<void> {
  const others = readNotes(dataDir).flatMap(({ file, note }) =>
    note?.libraryDir && note.libraryDir !== libraryDir && !hasEnded(note, file) ? [note] : [],
  );
  const found = await Promise.all(
    others.map(async (note) => ((await look(note, patience)) === 'gone' ? null : note)),
  );
  const other = found.find((note) => note !== null);
  if (other === undefined) return;
  throw new StartRefused(
    `A server with the models of ${other.libraryDir} already runs on the data folder ${dataDir}, at ${other.url}. Use that one, or end it, or set LODESTOCK_DATA_DIR to another folder.`,
  );
}

/** URL of a server that serves the data folder now; null if there is none. */
export async function findRunningServer(dataDir: string, patience = usualPatience): Promise<string | null> {
  const notes = readNotes(dataDir).flatMap(({ note }) => note ?? []);
  const found = notes.map(async (note) => {
    if ((await look(note, patience)) !== 'serving') throw new Error(`${note.url} serves ${dataDir} no more`);
    return note.url;
  });
  return Promise.any(found).catch(() => null);
}
