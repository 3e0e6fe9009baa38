import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readReceipt } from '../library/receipt.ts';
import { onDisk } from './disk.ts';

const reserved = /[<>:"/\\|?*\p{Cc}]+/gu;
const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:[ .]|$)/i;
const longestTitle = 60;
/** File systems allow 255 bytes for a name, some of which encryption takes; the guid has at most 128. */
const mostNameBytes = 220;

/** The first characters that take no more bytes than there is room. */
function cutBytes(characters: readonly string[], room: number): readonly string[] {
  let bytes = 0;
  const end = characters.findIndex((character) => {
    bytes += Buffer.byteLength(character);
    return bytes > room;
  });
  return end === -1 ? characters : characters.slice(0, end);
}

/** A folder name that is valid on every system; the guid after the title keeps it unique. */
export function toFolderName(title: string, guid: string): string {
  const plain = title.toWellFormed().normalize('NFC').replace(reserved, ' ').replace(/\s+/g, ' ').trim();
  const room = mostNameBytes - Buffer.byteLength(guid);
  const short = cutBytes([...plain].slice(0, longestTitle), room)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  const name = short === '' || deviceName.test(short) ? `Model ${short}`.trim() : short;
  return `${name}_${guid}`;
}

async function belongsTo(folder: string, guid: string): Promise<boolean> {
  const reading = await readReceipt(folder);
  return reading.kind === 'receipt' && reading.receipt.guid === guid;
}

async function isTakenByOther(folder: string, guid: string): Promise<boolean> {
  const reading = await readReceipt(folder);
  return reading.kind === 'receipt' && reading.receipt.guid !== guid;
}

async function findExisting(library: string, guid: string): Promise<string | null> {
  const entries = await readdir(library, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const likely = names.filter((name) => name.endsWith(`_${guid}`));
  const others = names.filter((name) => !name.endsWith(`_${guid}`));
  for (const name of [...likely, ...others]) {
    const folder = path.join(library, name);
    if (await belongsTo(folder, guid)) return folder;
  }
  return null;
}

/**
 * The folder of a model: the one with its receipt, even if it was renamed, otherwise `<title>_<guid>`.
 */
export async function locateModelFolder(library: string, guid: string, title: string): Promise<string> {
  return onDisk(library, async () => {
    const existing = await findExisting(library, guid);
    if (existing) return existing;
    const name = toFolderName(title, guid);
    let folder = path.join(library, name);
    for (let number = 2; await isTakenByOther(folder, guid); number += 1)
      folder = path.join(library, `${name}_${number}`); // guids that differ only by case, on a case-insensitive disk
    return folder;
  });
}
