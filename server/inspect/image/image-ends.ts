import { sentence } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { type ByteSource, copyRange } from '../byte-source.ts';

const truncated = 'is truncated: it ends before the image does. Export it again.';
const startOfScan = 0xda;
const endOfImage = Buffer.from([0xff, 0xd9]);
const searchBytes = 256 * 1024;

function viewRange(source: ByteSource, offset: number, length: number): DataView {
  const bytes = copyRange(source, offset, length);
  if (bytes.length < length) throw new BrokenFile(truncated);
  return new DataView(bytes.buffer);
}

/** Throws BrokenFile unless a PNG's chunks continue up to IEND. */
export function checkPngEnd(source: ByteSource): void {
  let offset = 8;
  for (;;) {
    const header = viewRange(source, offset, 8);
    const type = Buffer.from(header.buffer, 4, 4).toString('latin1');
    const end = offset + 12 + header.getUint32(0);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new BrokenFile('contains damaged image data. Export it again.');
    if (offset === 8 && type !== 'IHDR') throw new BrokenFile('has no image header. Export it again.');
    if (end > source.size) throw new BrokenFile(truncated);
    if (type === 'IEND') return;
    offset = end;
  }
}

/** Offset of a JPEG's compressed pixels. */
function findScan(source: ByteSource): number {
  let offset = 2;
  for (;;) {
    const header = viewRange(source, offset, 4);
    const marker = header.getUint8(1);
    if (header.getUint8(0) !== 0xff) throw new BrokenFile('contains damaged image data. Export it again.');
    if (marker === 0xff) offset += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) offset += 2;
    else if (marker === startOfScan) return offset;
    else offset += 2 + Math.max(2, header.getUint16(2));
  }
}

/** Throws BrokenFile unless an end-of-image marker follows the first scan of a JPEG. */
export function checkJpegEnd(source: ByteSource): void {
  const scan = findScan(source);
  for (let end = source.size; end > scan; ) {
    const start = Math.max(scan, end - searchBytes);
    if (Buffer.from(copyRange(source, start, end - start)).lastIndexOf(endOfImage) !== -1) return;
    end = start === scan ? scan : start + 1;
  }
  throw new BrokenFile(truncated);
}

/** Throws BrokenFile if a WebP is shorter than its header declares. */
export function checkWebpEnd(source: ByteSource): void {
  const promised = viewRange(source, 0, 12).getUint32(4, true) + 8;
  if (promised <= source.size) return;
  const sizes = sentence`its header promises ${{ promised: formatCount(promised) }} bytes and the file has ${{ actual: formatCount(source.size) }}`;
  throw new BrokenFile(sentence`is truncated: ${{ how: sizes }}. Export it again.`);
}
