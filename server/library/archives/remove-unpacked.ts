import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { unpackedFolder } from '../../files/library-places.ts';

/** Another process may be about to use what it unpacked, so what nobody knows of is left alone for a day. */
const longestUnknownMs = 24 * 60 * 60_000;

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Removes what was unpacked from archives that are gone, and what an unpacking that was cut off left behind. */
export function removeUnpacked(
  unpackedDir: string,
  { dropped, used }: { readonly dropped: Iterable<string>; readonly used: ReadonlySet<string> },
): void {
  for (const sha256 of dropped) if (!used.has(sha256)) remove(unpackedFolder(unpackedDir, sha256));
  for (const name of listNames(unpackedDir)) {
    const folder = path.join(unpackedDir, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (!used.has(name) && Date.now() - changed > longestUnknownMs) remove(folder);
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no archive was ever unpacked
  }
}
