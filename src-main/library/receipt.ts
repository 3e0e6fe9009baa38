import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ReceiptFields } from '../../server/contract/catalogue/model-fields.ts';
import { Guid } from '../../server/contract/common.ts';
import { toPathKey } from '../../server/contract/relative-path.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import { LibraryFile } from '../platform/ipc/contract.ts';
import { codeOf, isMissing } from '../platform/storage/disk-errors.ts';
import { makeFolders, renamePatiently, writeAtomically } from '../platform/storage/files.ts';
import { readFingerprint } from '../platform/storage/inspect-files.ts';
import { receiptName, stateFolder } from './place.ts';

/** Unknown fields are preserved. */
export const ReceiptFile = z.looseObject(LibraryFile.omit({ isPresent: true, isEdited: true }).shape);
export type ReceiptFile = z.infer<typeof ReceiptFile>;

const receiptVersion = 1;

/** The receipt in the folder of a downloaded model: where each file came from and how to verify it. */
export const Receipt = z.looseObject({
  receiptVersion: z.literal(receiptVersion),
  guid: Guid,
  ...ReceiptFields.shape,
  serverUrl: z.string(),
  downloadedAt: z.string(),
  files: z.array(ReceiptFile),
});
export type Receipt = z.infer<typeof Receipt>;

export type ReceiptReading =
  | {
      readonly kind: 'receipt';
      readonly receipt: Receipt;
      /** Why the receipt itself is unreadable, if this is its copy; else null. */
      readonly damage: Words | null;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly message: Words }
  | { readonly kind: 'newer'; readonly guid: string | null; readonly message: Words };

const Newer = z.object({ receiptVersion: z.number().gt(receiptVersion), guid: z.unknown().optional() });

/** Copies of the current and the previous receipt, to restore a damaged one. */
const copies = ['receipt-1.json', 'receipt-2.json'] as const;
const damagedName = 'receipt-damaged.json';
const inState = (folder: string, name: string) => path.join(folder, stateFolder, name);

const isAbsent = (error: unknown) => isMissing(error) || codeOf(error) === 'ENOTDIR';

const brokenMessage = (file: string, reason: string) =>
  sentence`${{ file }} cannot be read (${{ reason }}). Download a file of the model again; existing files are recognised by their content.`;
const newerMessage = (file: string) =>
  sentence`${{ file }} was written by a newer version of Lodestock, so this one leaves the model as it is. Update Lodestock to use it.`;

async function readOne(file: string): Promise<ReceiptReading> {
  try {
    // Reading anything else, such as a pipe, might block forever.
    if (!(await stat(file)).isFile())
      return { kind: 'broken', message: brokenMessage(file, 'it is not a file') };
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const parsed = Receipt.safeParse(content);
    if (parsed.success) return { kind: 'receipt', receipt: parsed.data, damage: null };
    const newer = Newer.safeParse(content);
    if (newer.success) {
      const guid = typeof newer.data.guid === 'string' ? newer.data.guid : null;
      return { kind: 'newer', guid, message: newerMessage(file) };
    }
    const issue = parsed.error.issues[0];
    const reason = issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'unknown shape';
    return { kind: 'broken', message: brokenMessage(file, reason) };
  } catch (error) {
    if (isAbsent(error)) return { kind: 'none' };
    const reason = error instanceof Error ? error.message : 'unreadable';
    return { kind: 'broken', message: brokenMessage(file, reason) };
  }
}

/** Reads the receipt in a model folder, or the copy of a lost one. A broken one is returned as such, not thrown. */
export async function readReceipt(folder: string): Promise<ReceiptReading> {
  const file = path.join(folder, receiptName);
  const reading = await readOne(file);
  if (reading.kind === 'receipt' || reading.kind === 'newer') return reading;
  for (const name of copies) {
    const copy = await readOne(inState(folder, name));
    if (copy.kind === 'receipt')
      return {
        ...copy,
        damage: reading.kind === 'broken' ? reading.message : sentence`${{ file }} is missing.`,
      };
  }
  return reading;
}

type Stamped = { readonly stamp: string | null };

/** Reads a folder's receipt unless unchanged since `known`. A null stamp means that it must be read each time. */
export async function readUnlessKnown<Known extends Stamped>(
  folder: string,
  known: Known | undefined,
): Promise<
  | { readonly kind: 'known'; readonly known: Known }
  | (Stamped & { readonly kind: ReceiptReading['kind']; readonly reading: ReceiptReading })
> {
  const stamp = await readFingerprint(path.join(folder, receiptName));
  if (stamp !== null && known?.stamp === stamp) return { kind: 'known', known };
  const reading = await readReceipt(folder);
  const isSound = reading.kind === 'receipt' && reading.damage === null;
  return { kind: reading.kind, stamp: isSound ? stamp : null, reading };
}

/** A receipt, or only the files of a lost one. */
export type PreviousReceipt = Partial<Receipt> & Pick<Receipt, 'files'>;

/** Returns the new receipt, with the previous receipt's other files and fields of newer versions. */
export function mergeReceipt(previous: PreviousReceipt | null, next: Receipt): Receipt {
  const { version } = previous ?? {};
  const known = (previous?.files ?? []).map((file) => (version === undefined ? file : { version, ...file }));
  const files = new Map<string, ReceiptFile>(known.map((file) => [toPathKey(file.relativePath), file]));
  for (const file of next.files) {
    const key = toPathKey(file.relativePath);
    files.set(key, { ...files.get(key), ...file });
  }
  return {
    ...previous,
    ...next,
    files: [...files.values()].toSorted((a, b) => (a.relativePath < b.relativePath ? -1 : 1)),
  };
}

export const toReceiptText = (receipt: Receipt) => `${JSON.stringify(receipt, null, 2)}\n`;

const keepDamaged = async (folder: string) => {
  const file = path.join(folder, receiptName);
  if ((await readOne(file)).kind === 'broken') await renamePatiently(file, inState(folder, damagedName));
};

/** Moves a receipt into place with `put`, and writes its copy; the former copy becomes the older one. */
export async function placeReceipt(folder: string, text: string, put: (file: string) => Promise<void>) {
  const [newest, before] = copies.map((name) => inState(folder, name));
  if (newest === undefined || before === undefined) return;
  await makeFolders(path.join(folder, stateFolder), folder);
  await keepDamaged(folder);
  await put(path.join(folder, receiptName));
  await renamePatiently(newest, before).catch(() => undefined); // the first receipt
  await writeFile(newest, text);
}

export const writeReceiptText = (folder: string, text: string) =>
  placeReceipt(folder, text, (file) => writeAtomically(file, text, folder));

export const writeReceipt = (folder: string, receipt: Receipt) =>
  writeReceiptText(folder, toReceiptText(receipt));

/** Restores a lost or damaged receipt from its copy. */
export async function restoreReceipt(folder: string): Promise<boolean> {
  const reading = await readReceipt(folder);
  if (reading.kind !== 'receipt' || reading.damage === null) return false;
  await keepDamaged(folder);
  await writeAtomically(path.join(folder, receiptName), toReceiptText(reading.receipt), folder);
  return true;
}

/** Removes the receipt and its copies; the rest of the folder belongs to the user. */
export async function dropReceipt(folder: string): Promise<void> {
  const names = [...copies, damagedName].map((name) => inState(folder, name));
  for (const file of [...names, path.join(folder, receiptName)]) await rm(file, { force: true });
}
