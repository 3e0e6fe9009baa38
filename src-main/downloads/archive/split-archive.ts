import type { ZipPlace } from './zip-directory.ts';

const localHeaderBytes = 30;
const localSignature = 0x04034b50;

/** Takes what comes in pieces of any size apart into pieces of wanted sizes. */
function createByteReader(chunks: AsyncIterable<unknown>) {
  const source = chunks[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array(0);

  async function next(): Promise<void> {
    const { done, value } = await source.next();
    if (done) throw new Error('the archive ended too early');
    if (value instanceof Uint8Array) piece = value;
  }

  return {
    async skip(bytes: number): Promise<void> {
      let left = bytes;
      while (left > piece.length) {
        left -= piece.length;
        piece = new Uint8Array(0);
        await next();
      }
      piece = piece.subarray(left);
    },
    async take(bytes: number): Promise<Buffer> {
      const taken = Buffer.allocUnsafe(bytes);
      for (let filled = 0; filled < bytes; ) {
        if (piece.length === 0) await next();
        const part = piece.subarray(0, bytes - filled);
        taken.set(part, filled);
        filled += part.length;
        piece = piece.subarray(part.length);
      }
      return taken;
    },
  };
}

/** The contents of some entries of a ZIP, given in the order of their offsets, out of its bytes from a position on. */
export async function* splitArchive<E extends ZipPlace>(
  chunks: AsyncIterable<unknown>,
  from: number,
  entries: readonly E[],
): AsyncGenerator<{ readonly entry: E; readonly content: Buffer }> {
  const reader = createByteReader(chunks);
  let position = from;
  for (const entry of entries) {
    await reader.skip(entry.offset - position);
    const header = await reader.take(localHeaderBytes);
    if (header.readUInt32LE(0) !== localSignature) throw new Error('the archive has no entry there');
    const rest = header.readUInt16LE(26) + header.readUInt16LE(28);
    await reader.skip(rest);
    const content = await reader.take(entry.sizeBytes);
    position = entry.offset + localHeaderBytes + rest + entry.sizeBytes;
    yield { entry, content };
  }
}
