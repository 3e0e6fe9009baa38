import { readZipEntry } from '../archive/read-zip-entry.ts';
import { readZipDirectory } from '../archive/zip-directory.ts';
import { unpack } from '../blend/blend-parser.ts';
import { readBlendHeader } from '../blend/read-blend-header.ts';
import { readBlock } from '../blend/read-blocks.ts';
import { type ByteSource, copyRange } from '../byte-source.ts';
import { readOleStream } from './read-ole-stream.ts';

const mostBytes = 8 * 1024 * 1024;
const searchedBytes = 4 * 1024 * 1024;
const mostSide = 1024;
/** Blender writes its thumbnail before all data. */
const mostBlocks = 16;

type Raw = { readonly pixels: Uint8Array; readonly width: number; readonly height: number };

const isSide = (side: number) => side >= 1 && side <= mostSide;

async function toPng({ pixels, width, height }: Raw): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const raw = { width, height, channels: 4 } as const;
  return sharp(pixels, { raw }).flip().png({ compressionLevel: 1 }).toBuffer();
}

/** Block TEST of a Blender file, whose rows run from bottom to top. */
function readBlendPicture(packed: ByteSource): Raw | null {
  const source = unpack(packed);
  const header = readBlendHeader(source.read(0, 17));
  let offset = header?.sizeBytes ?? source.size;
  for (let count = 0; header && count < mostBlocks; count += 1) {
    const head = Buffer.from(copyRange(source, offset, header.isLarge ? 32 : 24));
    const { code, length } = readBlock(head, header.isLarge);
    offset += head.length;
    if (code === 'TEST') {
      const size = Buffer.from(copyRange(source, offset, 8));
      const [width, height] = [size.readInt32LE(0), size.readInt32LE(4)];
      if (!isSide(width) || !isSide(height) || length < 8 + width * height * 4) return null;
      return { pixels: copyRange(source, offset + 8, width * height * 4), width, height };
    }
    if (length < 0) return null;
    offset += length;
  }
  return null;
}

const ownPicture = /(?:^|\/)\.?(?:thumbnail|plate_1)[^/]*\.(?:png|jpe?g|webp)$/i;

async function readZipPicture(source: ByteSource): Promise<Buffer | null> {
  const [largest] = readZipDirectory(source)
    .filter(({ name, unpackedBytes }) => ownPicture.test(name) && unpackedBytes <= mostBytes)
    .sort((a, b) => b.unpackedBytes - a.unpackedBytes);
  if (!largest) return null;
  const parts: Buffer[] = [];
  await readZipEntry(source, largest, (bytes) => void parts.push(Buffer.from(bytes)));
  return Buffer.concat(parts);
}

/** An uncompressed Windows bitmap, whose rows run from bottom to top. */
function findBitmap(bytes: Buffer): Raw | null {
  for (let at = bytes.indexOf('28000000', 0, 'hex'); at >= 0; at = bytes.indexOf('28000000', at + 1, 'hex')) {
    if (at + 40 > bytes.length) return null;
    const [width, height] = [bytes.readInt32LE(at + 4), bytes.readInt32LE(at + 8)];
    const [planes, bits, packing] = [at + 12, at + 14, at + 16].map((place) => bytes.readUInt16LE(place));
    const row = Math.ceil((width * (bits ?? 0)) / 32) * 4;
    const isWhole = planes === 1 && packing === 0 && (bits === 24 || bits === 32);
    if (!isWhole || !isSide(width) || !isSide(height) || at + 40 + row * height > bytes.length) continue;
    const pixels = Buffer.alloc(width * height * 4, 255);
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const from = at + 40 + Math.floor(pixel / width) * row + (pixel % width) * (bits / 8);
      for (const channel of [0, 1, 2]) pixels[pixel * 4 + channel] = bytes[from + 2 - channel] ?? 0;
    }
    return { pixels, width, height };
  }
  return null;
}

async function findPicture(bytes: Buffer): Promise<Buffer | null> {
  const png = bytes.indexOf('89504e470d0a1a0a', 0, 'hex');
  const end = png < 0 ? -1 : bytes.indexOf('49454e44ae426082', png, 'hex');
  if (end >= 0) return bytes.subarray(png, end + 8);
  const bitmap = findBitmap(bytes);
  if (bitmap) return toPng(bitmap);
  const jpeg = bytes.indexOf('ffd8ff', 0, 'hex');
  return jpeg < 0 ? null : bytes.subarray(jpeg);
}

/** The thumbnail embedded in a file, not yet decoded and possibly hostile. Null if there is none. */
export async function readThumbnail(source: ByteSource, format: string): Promise<Buffer | null> {
  if (format === 'blend') {
    const picture = readBlendPicture(source);
    return picture && toPng(picture);
  }
  const magic = Buffer.from(source.read(0, 8)).toString('hex');
  if (magic.startsWith('504b0304')) return readZipPicture(source);
  if (magic === 'd0cf11e0a1b11ae1')
    return findPicture(readOleStream(source, '\x05SummaryInformation', mostBytes));
  return findPicture(Buffer.from(copyRange(source, 0, searchedBytes)));
}
