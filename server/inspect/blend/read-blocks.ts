import type { ByteSource } from '../byte-source.ts';
import type { BlendHeader } from './read-blend-header.ts';

/** A data-block, or DNA1, the description of structures; `struct` is an index into that description. */
export type Block = {
  readonly code: string;
  readonly offset: number;
  readonly length: number;
  readonly struct: number;
};

const mostBlocks = 5_000_000;
/** Data-blocks have two-letter codes; all other blocks but DNA1 only hold their data. */
const isKept = (code: string) => /^[A-Z]{2}$/.test(code) || code === 'DNA1';

export function readBlock(bytes: Buffer, isLarge: boolean): Omit<Block, 'offset'> {
  const code = bytes.toString('latin1', 0, 4).replace(/\0+$/, '');
  return isLarge
    ? { code, struct: bytes.readInt32LE(4), length: Number(bytes.readBigInt64LE(16)) }
    : { code, struct: bytes.readInt32LE(16), length: bytes.readInt32LE(4) };
}

/** A file's data-blocks and its DNA1 block; null if the file is truncated. */
export function readBlocks(source: ByteSource, { sizeBytes, isLarge }: BlendHeader): Block[] | null {
  const headBytes = isLarge ? 32 : 24;
  const blocks: Block[] = [];
  let offset = sizeBytes;
  for (let count = 0; count < mostBlocks; count += 1) {
    const head = Buffer.from(source.read(offset, headBytes));
    if (head.length < headBytes) return null;
    const block = readBlock(head, isLarge);
    if (block.code === 'ENDB') return blocks;
    offset += headBytes;
    if (block.length < 0 || offset + block.length > source.size) return null;
    if (isKept(block.code)) blocks.push({ ...block, offset });
    offset += block.length;
  }
  return null;
}
