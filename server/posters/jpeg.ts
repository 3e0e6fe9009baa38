type Size = { readonly width: number; readonly height: number };

const endOfImage = 0xffd9;
/** Baseline and progressive frames, which every reader knows. */
const frames = [0xc0, 0xc1, 0xc2];

/** The size of a JPEG picture; null for everything else, and for one that is cut or has bytes after its end. */
export function readJpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt32BE(0) >>> 8 !== 0xffd8ff) return null;
  if (bytes.readUInt16BE(bytes.length - 2) !== endOfImage) return null;
  for (let offset = 2; offset + 9 <= bytes.length; offset += 2 + bytes.readUInt16BE(offset + 2)) {
    if (bytes.readUInt8(offset) !== 0xff) return null;
    if (!frames.includes(bytes.readUInt8(offset + 1))) continue;
    return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
  }
  return null;
}
