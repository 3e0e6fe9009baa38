import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readReceipt } from '../../library/receipt.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { renamePatiently } from '../../platform/storage/files.ts';
import type { Download } from '../download-context.ts';
import { createPartFile } from '../staging/part-file.ts';
import { type StagedPaths, stagedPathsOf } from '../staging/staging.ts';
import { fetchFile } from './fetch-file.ts';
import { type Plan, type PlannedFile, renewAddresses } from './plan.ts';

type Learning = Omit<Download, 'judge' | 'many'>;

async function md5Of(file: string): Promise<string> {
  const digest = createHash('md5');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

/** Returns the SHA-256 of files that were received before under the same promise. */
async function readKnown({ folder }: Learning): Promise<ReadonlyMap<string, string>> {
  const reading = await readReceipt(folder);
  const files = reading.kind === 'receipt' ? reading.receipt.files : [];
  return new Map(files.map((file) => [String(file.promise), file.sha256]));
}

/** Receives a file into staging, checks it against the source's promise, and returns its SHA-256. */
async function receive(learning: Learning, file: PlannedFile, place: StagedPaths): Promise<string> {
  const { tools, job, plan, client, folder, signal, report } = learning;
  const giveBack = await tools.slots.take(new URL(file.url).host, signal);
  const part = await createPartFile(folder, place, file);
  let found = '';
  const isRight = async (sha256: string) => {
    found = sha256;
    const md5 = file.promised?.md5 ?? null;
    return md5 === null || (await md5Of(place.file)) === md5;
  };
  try {
    const { http, patience, bandwidth } = tools;
    const renew = async () => (await renewAddresses(client, job, plan)).get(file.relativePath) ?? file;
    const onBytes = () => report({ receivedBytes: part.receivedBytes() });
    await fetchFile({
      ...{ http, file, part, signal, patience, bandwidth, onBytes, isRight },
      renewAddresses: renew,
    });
    return found;
  } catch (error) {
    await part.keep();
    throw error;
  } finally {
    giveBack();
  }
}

/** Returns the plan with every SHA-256; files without a published one are first received into staging, to stay there. */
export async function learnFiles(learning: Learning): Promise<Plan> {
  const { plan, staging, folder } = learning;
  const known = await readKnown(learning);
  const learned = new Map<string, PlannedFile>();
  learning.report({ status: 'downloading' });
  for (const file of plan.files) {
    const before = known.get(file.sha256);
    if (file.promised === undefined || before !== undefined) {
      learned.set(file.relativePath, { ...file, sha256: before ?? file.sha256 });
      continue;
    }
    const place = stagedPathsOf(staging.folder, file);
    const sha256 = await receive(learning, file, place);
    const exact = { ...file, sha256 };
    await onDisk(folder, () => renamePatiently(place.whole, stagedPathsOf(staging.folder, exact).whole));
    learned.set(file.relativePath, exact);
  }
  const toExact = <F extends { readonly relativePath: string; readonly sha256: string }>(file: F): F => {
    const { sha256 = file.sha256 } = learned.get(file.relativePath) ?? {};
    return sha256 === file.sha256 ? file : { ...file, sha256, promise: file.sha256 };
  };
  return {
    ...plan,
    files: plan.files.map((file) => learned.get(file.relativePath) ?? file),
    receiptFiles: plan.receiptFiles.map(toExact),
    inventory: [],
  };
}
