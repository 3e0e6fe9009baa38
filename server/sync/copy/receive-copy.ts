import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { knownSchema } from '../../base/db/migrate.ts';
import { requireOwnNetwork, resolveBySystem } from '../own-network.ts';
import { CopyHead, copyHeader, copyPath, type Part } from './copy-head.ts';

export type CopyFiles = { readonly database: string; readonly index: string };
type Asked = { readonly peer: string; readonly key: string; readonly to: CopyFiles };

/** Milliseconds that a peer can take to create a copy, and then between two pieces of it. */
const patience = { head: 5 * 60_000, piece: 30_000 };

async function ask(peer: string, key: string, signal: AbortSignal) {
  await requireOwnNetwork(peer, resolveBySystem);
  const response = await fetch(peer + copyPath, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}` },
    signal,
  });
  if (response.status === 401) throw new Error('it refuses the sync key');
  if (response.status === 403)
    throw new Error('it does not know that name as its own, which its LODESTOCK_HOST_NAMES can say');
  if (response.status !== 200 || response.body === null) throw new Error(`it answered ${response.status}`);
  const head = CopyHead.safeParse(JSON.parse(response.headers.get(copyHeader) ?? 'null'));
  if (!head.success) throw new Error('it is not a site that gives copies');
  if (head.data.schema !== knownSchema) throw new Error('it is of another version');
  return { head: head.data, body: Readable.from(response.body) };
}

/** Yields the bytes of one part; throws if there are too few or the checksum differs. */
async function* cut(pieces: AsyncIterator<Buffer>, part: Part, rest: { left: Buffer }) {
  const hash = createHash('sha256');
  let missing = part.bytes;
  while (missing > 0) {
    if (rest.left.length === 0) {
      const { value, done } = await pieces.next();
      if (done) throw new Error('it ended early');
      rest.left = value;
    }
    const piece = rest.left.subarray(0, missing);
    rest.left = rest.left.subarray(piece.length);
    missing -= piece.length;
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== part.sha256) throw new Error('it arrived damaged');
}

/** Decompresses a peer's bytes; ends if it pauses for too long. */
async function* unpack(body: Readable, stall: AbortController) {
  const late = setTimeout(() => stall.abort(), patience.piece);
  try {
    const unpacked = createZstdDecompress();
    body.once('error', (error) => unpacked.destroy(error)).pipe(unpacked);
    for await (const piece of unpacked) {
      late.refresh();
      yield piece as Buffer;
    }
  } finally {
    clearTimeout(late);
    body.destroy();
  }
}

/**
 * Downloads a peer's catalogue to files, synced and with verified checksums. The index is null if the peer had none.
 * Throws the end of a sentence if it fails; the files are then worthless.
 */
export async function receiveCopy({ peer, key, to }: Asked): Promise<CopyHead> {
  const stall = new AbortController();
  const late = setTimeout(() => stall.abort(), patience.head);
  const { head, body } = await ask(peer, key, stall.signal).finally(() => clearTimeout(late));
  const pieces = unpack(body, stall);
  const rest = { left: Buffer.alloc(0) };
  const receive = (part: Part, file: string) =>
    pipeline(cut(pieces, part, rest), createWriteStream(file, { mode: 0o600, flush: true }));
  try {
    await receive(head.database, to.database);
    if (head.index !== null) await receive(head.index, to.index);
    return head;
  } finally {
    await pieces.return(undefined);
  }
}
