type Size = { readonly width: number; readonly height: number };

/** The size of a still WebP picture; null for everything else, and for one that is cut or has bytes after its end. */
export function readWebpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return readExtended(bytes);
  const isWhole = 20 + bytes.readUInt32LE(16) <= bytes.length;
  if (!isWhole) return null;
  return kind === 'VP8 ' ? readLossy(bytes) : kind === 'VP8L' ? readLossless(bytes) : null;
}

function readExtended(bytes: Buffer): Size | null {
  const isAnimated = (bytes.readUInt8(20) & 0x02) !== 0;
  if (isAnimated) return null;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

function readLossy(bytes: Buffer): Size | null {
  if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

function readLossless(bytes: Buffer): Size | null {
  if (bytes.readUInt8(20) !== 0x2f) return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
