import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, rm, utimes } from 'node:fs/promises';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { renamePatiently } from '../../platform/storage/files.ts';
import { hashFile } from '../../platform/storage/inspect-files.ts';

type Copy = {
  readonly from: string;
  readonly to: string;
  /** A temporary path on the same disk as `to`. */
  readonly arriving: string;
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
};

/** A file that does not belong to the move is in the way. Nothing is ever replaced. */
export class InTheWay extends AppError {
  constructor(place: string) {
    super(
      'FORBIDDEN',
      sentence`${{ file: place }} already exists with different content. Nothing was replaced: rename or move one of the two, then resume the move.`,
    );
  }
}

const pieceSize = 1024 * 1024;

async function receive({ from, arriving, signal, onBytes }: Copy): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(arriving, 'w');
  try {
    for await (const piece of createReadStream(from, { signal, highWaterMark: pieceSize })) {
      hash.update(piece);
      await handle.writeFile(piece);
      onBytes(piece.length);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/**
 * Copies a file, reads the copy back, and renames it once both are equal. Returns the SHA-256. An existing file with
 * that name and content counts as the copy; for any other, throws InTheWay.
 */
export async function copyFile(copy: Copy): Promise<string> {
  const { from, to, arriving, signal } = copy;
  const there = await lstat(to).catch(() => null);
  if (there !== null) {
    if (!there.isFile()) throw new InTheWay(to);
    const [one, other] = [await hashFile(from, signal), await hashFile(to, signal)];
    if (one !== other) throw new InTheWay(to);
    return one;
  }
  try {
    const sha256 = await receive(copy);
    if ((await hashFile(arriving, signal)) !== sha256)
      throw new AppError(
        'UNAVAILABLE',
        sentence`${{ file: to }} was damaged while it was copied. Check the target disk.`,
      );
    const { atime, mtime } = await lstat(from);
    await utimes(arriving, atime, mtime);
    if (await lstat(to).catch(() => null)) throw new InTheWay(to);
    await renamePatiently(arriving, to);
    return sha256;
  } finally {
    await rm(arriving, { force: true }).catch(() => undefined); // the disk may be away
  }
}
