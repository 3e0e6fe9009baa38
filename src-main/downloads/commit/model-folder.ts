import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { withoutHidden } from '../../../server/contract/hidden-characters.ts';
import { readModelFolders } from '../../library/model-folders.ts';
import { type ReceiptReading, readReceipt, readUnlessKnown } from '../../library/receipt.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';

const reserved = /[<>:"/\\|?*\p{Cc}]+/gu;
const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:[ .]|$)/i;
const longestTitle = 60;
/** File systems allow 255 bytes for a name, and encryption uses some of them. The guid has at most 128. */
const mostNameBytes = 220;

function cutBytes(characters: readonly string[], room: number): readonly string[] {
  let bytes = 0;
  const end = characters.findIndex((character) => {
    bytes += Buffer.byteLength(character);
    return bytes > room;
  });
  return end === -1 ? characters : characters.slice(0, end);
}

/** Returns a folder name that is valid on every system and ends with the guid. */
export function toFolderName(title: string, guid: string): string {
  const written = title.toWellFormed().normalize('NFC').replace(reserved, ' ');
  const plain = withoutHidden(written).replace(/\s+/g, ' ').trim();
  const room = mostNameBytes - Buffer.byteLength(guid);
  const short = cutBytes([...plain].slice(0, longestTitle), room)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  const name = short === '' || deviceName.test(short) ? `Model ${short}`.trim() : short;
  return `${name}_${guid}`;
}

const guidOf = (reading: ReceiptReading) => {
  if (reading.kind === 'receipt') return reading.receipt.guid;
  return reading.kind === 'newer' ? reading.guid : null;
};

/** Finds a model's folder in a library, wherever the user has moved it; null if there is none. */
type FindModelFolder = (library: string, guid: string) => Promise<string | null>;

/** Reads which model a folder belongs to. Unchanged receipts are not read again. */
function createOwners() {
  const known = new Map<string, { readonly stamp: string; readonly guid: string | null }>();
  return async (folder: string) => {
    const found = await readUnlessKnown(folder, known.get(folder));
    if (found.kind === 'known') return { kind: 'receipt' as const, guid: found.known.guid };
    const { kind, stamp, reading } = found;
    const guid = guidOf(reading);
    if (stamp !== null) known.set(folder, { stamp, guid });
    return { kind, guid };
  };
}

/** A walk stays valid for ten times its duration, so that walking takes less than a tenth of the time. */
const leastAge = 10_000;
const agePerWalk = 10;

type Walk = {
  readonly guids: Promise<ReadonlyMap<string, string>>;
  /** Time of `clock` until which a model that was not found counts as new. */
  until: number;
};

/**
 * Finds models whose folder was renamed. A found folder is checked again. A model counts as missing until the walk
 * expires: only a person could move it into the library in that time.
 */
function createWalks(readOwner: ReturnType<typeof createOwners>, clock: () => number) {
  const walks = new Map<string, Walk>();

  function begin(library: string): Walk {
    const began = clock();
    const read = async () => {
      const folders = await readModelFolders(library, readOwner);
      const took = clock() - began;
      walk.until = clock() + Math.max(leastAge, took * agePerWalk);
      return new Map(folders.flatMap(({ folder, reading: { guid } }) => (guid ? [[guid, folder]] : [])));
    };
    const walk: Walk = { guids: read(), until: Number.POSITIVE_INFINITY };
    walks.set(library, walk);
    walk.guids.catch(() => walks.delete(library));
    return walk;
  }

  return async (library: string, guid: string): Promise<string | null> => {
    const known = walks.get(library);
    if (known !== undefined && clock() < known.until) {
      const folder = (await known.guids).get(guid);
      if (folder === undefined) return null;
      if ((await readOwner(folder)).guid === guid) return folder;
    }
    return (await begin(library).guids).get(guid) ?? null;
  };
}

export function createFolderFinder(clock: () => number = Date.now): FindModelFolder {
  const readOwner = createOwners();
  const findElsewhere = createWalks(readOwner, clock);
  return (library, guid) =>
    onDisk(library, async () => {
      const entries = await readdir(library, { withFileTypes: true });
      const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      const named = names.filter((name) => name.endsWith(`_${guid}`)).map((name) => path.join(library, name));
      const owners = new Map<string, string | null>();
      for (const folder of named.toSorted()) owners.set(folder, (await readOwner(folder)).guid);
      const own = [...owners].find(([, owner]) => owner === guid);
      if (own) return own[0];
      const elsewhere = await findElsewhere(library, guid);
      // A folder without a receipt matches by its name: the first download is running, or the receipt was lost.
      return elsewhere ?? [...owners].find(([, owner]) => owner === null)?.[0] ?? null;
    });
}

/** Returns the folder of a new model: `<title>_<guid>`. */
export async function nameModelFolder(library: string, guid: string, title: string): Promise<string> {
  const name = toFolderName(title, guid);
  let folder = path.join(library, name);
  for (let number = 2; await isTakenByOther(folder, guid); number += 1)
    folder = path.join(library, `${name}_${number}`); // guids that differ only by case, on a case-insensitive disk
  return folder;
}

async function isTakenByOther(folder: string, guid: string): Promise<boolean> {
  const owner = guidOf(await readReceipt(folder));
  return owner !== null && owner !== guid;
}
