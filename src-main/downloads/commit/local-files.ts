import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { toPathKey } from '../../../server/contract/relative-path.ts';
import type { Receipt, ReceiptFile } from '../../library/receipt.ts';
import { inFolder } from '../../platform/storage/files.ts';
import {
  findOnDisk,
  hashFile,
  hasSpellings,
  readFingerprint,
  toFingerprint,
} from '../../platform/storage/inspect-files.ts';
import type { PlannedFile } from '../transfer/plan.ts';

export type Placed = { readonly file: PlannedFile; readonly target: string };

/** What is at a file's target path: nothing, the same file, an earlier version (by the receipt), or artist's edits. */
type LocalState = 'missing' | 'same' | 'outdated' | 'edited';

export type Judged = Placed & {
  readonly state: LocalState;
  /** The hash of an earlier version; null for other states. */
  readonly sha256: string | null;
  /** Changes whenever the file does; null for a missing file. */
  readonly fingerprint: string | null;
  /** An earlier version whose name differs only by case, like `Wood.png` and `wood.png`. */
  readonly twin: Twin | null;
};

type Twin = { readonly relativePath: string; readonly sha256: string; readonly fingerprint: string };

/** Indexes the files of each receipt by key, once. */
function createReceiptIndex() {
  const indexes = new WeakMap<Receipt, ReadonlyMap<string, ReceiptFile>>();
  return (receipt: Receipt): ReadonlyMap<string, ReceiptFile> => {
    const known = indexes.get(receipt);
    if (known) return known;
    const entries = receipt.files.map((file) => [toPathKey(file.relativePath), file] as const);
    const index = new Map(entries.toReversed()); // the first of two entries wins
    indexes.set(receipt, index);
    return index;
  };
}

type JudgeOptions = {
  readonly receipt: Receipt | null;
  /** True if there is certainly no file: see `createEmptyFolders`. */
  readonly hasNothing: (file: string) => Promise<boolean>;
  readonly signal: AbortSignal;
};

/** Judges files repeatedly without reading unchanged ones again. */
export function createJudge() {
  const known = new Map<string, { readonly fingerprint: string; readonly sha256: string }>();
  const findIn = createReceiptIndex();

  async function hash(target: string, fingerprint: string, signal: AbortSignal): Promise<string> {
    const before = known.get(target);
    if (before?.fingerprint === fingerprint) return before.sha256;
    const sha256 = await hashFile(target, signal);
    known.set(target, { fingerprint, sha256 });
    return sha256;
  }

  async function findTwin({ target, file }: Placed, before: ReceiptFile | undefined, signal: AbortSignal) {
    if (before === undefined || before.relativePath === file.relativePath) return null;
    const folder = target.slice(0, -file.relativePath.length);
    const place = inFolder(folder, before.relativePath);
    const fingerprint = await readFingerprint(place);
    if (fingerprint === null || (await hash(place, fingerprint, signal)) !== before.sha256) return null;
    return { relativePath: before.relativePath, sha256: before.sha256, fingerprint };
  }

  /** Looks for the file under another spelling of its name: the same file or an earlier version. */
  async function judgeSpelling(placed: Placed, before: ReceiptFile | undefined, signal: AbortSignal) {
    const { target, file } = placed;
    const folder = target.slice(0, -file.relativePath.length);
    const place = await findOnDisk(folder, file.relativePath);
    const fingerprint = place === target ? null : await readFingerprint(place);
    if (fingerprint === null) return null;
    const sha256 = await hash(place, fingerprint, signal);
    if (sha256 === file.sha256)
      return { ...{ file, target: place, fingerprint, twin: null }, state: 'same', sha256: null } as const;
    if (sha256 !== before?.sha256) return null;
    const relativePath = path.relative(folder, place).split(path.sep).join('/');
    const twin: Twin = { relativePath, sha256, fingerprint };
    return { ...placed, state: 'missing', sha256: null, fingerprint: null, twin } as const;
  }

  return async (placed: Placed, { receipt, hasNothing, signal }: JudgeOptions): Promise<Judged> => {
    const { target, file } = placed;
    const before = receipt === null ? undefined : findIn(receipt).get(toPathKey(file.relativePath));
    const isNew = before === undefined && !hasSpellings(file.relativePath) && (await hasNothing(target));
    const found = isNew ? null : await lstat(target).catch(() => null);
    const fingerprint = toFingerprint(found);
    const judged = (state: LocalState, sha256: string | null = null) => ({
      ...{ ...placed, state, sha256, fingerprint, twin: null },
    });
    const spelled = found === null ? await judgeSpelling(placed, before, signal) : null;
    if (spelled !== null) return spelled;
    if (!found?.isFile() || fingerprint === null)
      return { ...judged('missing'), twin: await findTwin(placed, before, signal) };
    if (found.size !== file.sizeBytes && found.size !== before?.sizeBytes) return judged('edited');
    const sha256 = await hash(target, fingerprint, signal);
    if (sha256 === file.sha256) return judged('same');
    return sha256 === before?.sha256 ? judged('outdated', sha256) : judged('edited');
  };
}

/** Returns a name such as `wood (edited 2026-05-04 14.03).png`, without colons, which Windows refuses. */
export async function nameAside(
  relativePath: string,
  time: Date,
  isTaken: (relativePath: string) => Promise<boolean>,
): Promise<string> {
  const { dir, name, ext } = path.posix.parse(relativePath);
  const minute = time.toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
  for (let number = 1; ; number += 1) {
    const aside = `${name} (edited ${minute}${number === 1 ? '' : ` ${number}`})${ext}`;
    const candidate = dir === '' ? aside : `${dir}/${aside}`;
    if (!(await isTaken(candidate))) return candidate;
  }
}
