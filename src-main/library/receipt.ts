import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Guid } from '../../server/contract/common.ts';
import { ReceiptFields } from '../../server/contract/model-fields.ts';
import { LibraryFile } from '../ipc/contract.ts';
import { writeAtomically } from '../storage/write-atomically.ts';

export const receiptName = 'model.json';

export const ReceiptFile = LibraryFile.omit({ isPresent: true, isEdited: true });
export type ReceiptFile = z.infer<typeof ReceiptFile>;

/** The receipt in the folder of a downloaded model: where each file came from and how to verify it. */
export const Receipt = z.object({
  receiptVersion: z.literal(1),
  guid: Guid,
  ...ReceiptFields.shape,
  serverUrl: z.string(),
  downloadedAt: z.string(),
  files: z.array(ReceiptFile),
});
export type Receipt = z.infer<typeof Receipt>;

export type ReceiptReading =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly message: string };

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const brokenMessage = (file: string, reason: string) =>
  `${file} cannot be read (${reason}). Download the model again to restore it, or delete the folder.`;

/** Reads the receipt in a model folder. A broken one is returned as such, not thrown. */
export async function readReceipt(folder: string): Promise<ReceiptReading> {
  const file = path.join(folder, receiptName);
  try {
    const parsed = Receipt.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (parsed.success) return { kind: 'receipt', receipt: parsed.data };
    const issue = parsed.error.issues[0];
    const reason = issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'unknown shape';
    return { kind: 'broken', message: brokenMessage(file, reason) };
  } catch (error) {
    if (isMissing(error)) return { kind: 'none' };
    return {
      kind: 'broken',
      message: brokenMessage(file, error instanceof Error ? error.message : 'unreadable'),
    };
  }
}

const keyOf = (file: ReceiptFile) => file.relativePath.normalize('NFC');

/** The new receipt, with the files of the previous one that it does not replace. */
export function mergeReceipt(previous: Receipt | null, next: Receipt): Receipt {
  const files = new Map((previous?.files ?? []).map((file) => [keyOf(file), file]));
  for (const file of next.files) files.set(keyOf(file), file);
  return {
    ...next,
    files: [...files.values()].toSorted((a, b) => (a.relativePath < b.relativePath ? -1 : 1)),
  };
}

export async function writeReceipt(folder: string, receipt: Receipt): Promise<void> {
  await writeAtomically(path.join(folder, receiptName), `${JSON.stringify(receipt, null, 2)}\n`);
}
