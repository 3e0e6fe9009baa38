import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { renamePatientlySync } from '../base/storage/rename-patiently.ts';
import { codeOf } from '../base/storage/storage-fault.ts';
import { compareVersions, isPreRelease, Version } from '../contract/version.ts';

/** The note beside a release's files, written once they are complete and verified. */
export const ReleaseNote = z.object({
  version: Version,
  importedAt: z.iso.datetime(),
  /** Names of feeds by platform. */
  feeds: z.record(z.string(), z.string()),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number().int(), sha256: z.string() })),
});
export type ReleaseNote = z.infer<typeof ReleaseNote>;
export type MirroredRelease = ReleaseNote & { readonly folder: string; readonly isHeld: boolean };
export type MirroredFile = ReleaseNote['files'][number] & { readonly place: string };

export const noteName = 'release.json';
const heldName = 'held';
const pinName = 'pinned';
export const updatesFolder = (dataDir: string) => path.join(dataDir, 'updates');

export type ReleaseStore = ReturnType<typeof createReleaseStore>;

function readRelease(folder: string): MirroredRelease | null {
  try {
    const note = ReleaseNote.parse(JSON.parse(readFileSync(path.join(folder, noteName), 'utf8')));
    return { ...note, folder, isHeld: existsSync(path.join(folder, heldName)) };
  } catch {
    return null; // not a release, or being deleted
  }
}

/** Creates the marker that holds a release back, in a folder that is not a release yet. */
export const markHeld = (folder: string) => writeFileSync(path.join(folder, heldName), '');

function listFolders(root: string): readonly string[] {
  try {
    return readdirSync(root).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The releases in a folder, read from disk each time: commands change them beside a running server. */
export function createReleaseStore(root: string) {
  const list = () =>
    listFolders(root)
      .flatMap((name) => readRelease(path.join(root, name)) ?? [])
      .toSorted((a, b) => compareVersions(b.version, a.version));
  const find = (version: string) => list().find((one) => one.version === version) ?? null;
  const need = (version: string): MirroredRelease => {
    const found = find(version);
    if (found) return found;
    const known = list().map((one) => one.version);
    throw new Error(
      `This server has no release ${version} of the app, ${known.length === 0 ? 'nor any other' : `only ${known.join(', ')}`}.`,
    );
  };
  const pinPlace = path.join(root, pinName);
  const pinned = () => (existsSync(pinPlace) ? readFileSync(pinPlace, 'utf8') : null);
  return {
    /** Newest first. */
    list,
    find,
    /** The version that everyone gets; newer installations go back to it. */
    pinned,
    pin(version: string | null) {
      if (version === null) rmSync(pinPlace, { force: true });
      else writeFileSync(pinPlace, need(version).version, { flush: true });
    },
    /** Whether a release is offered although this server has a newer one. */
    isRollback: ({ version }: MirroredRelease) => version === pinned() && version !== list()[0]?.version,
    /** The release that a channel offers for a platform: the pinned one, else the newest not held back. */
    offered(channel: 'latest' | 'beta', platform: string) {
      const fitting = list().filter(({ feeds }) => feeds[platform] !== undefined);
      return (
        fitting.find(({ version }) => version === pinned()) ??
        fitting.find(({ version, isHeld }) => !isHeld && (channel === 'beta' || !isPreRelease(version))) ??
        null
      );
    },
    /** A file of any release: apps compare with the one they have. */
    findFile(name: string) {
      for (const { files, folder } of list()) {
        const file = files.find((one) => one.name === name);
        if (file) return { ...file, place: path.join(folder, name) };
      }
      return null;
    },
    /** A held release is not offered. Throws if there is no such release, as do `pin` and the next two. */
    hold: (version: string) => markHeld(need(version).folder),
    offer: (version: string) => rmSync(path.join(need(version).folder, heldName), { force: true }),
    remove(version: string) {
      const { folder } = need(version);
      // Hide first, so that a release is never offered while it is deleted.
      const aside = path.join(root, `.removed-${version}-${process.pid}`);
      renamePatientlySync(folder, aside);
      rmSync(aside, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
