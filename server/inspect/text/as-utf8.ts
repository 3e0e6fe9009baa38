import { isText } from '../../contract/catalogue/formats.ts';
import { fromUtf16 } from '../../shared/plain-text.ts';
import { type ByteSource, copyRange, createMemorySource, readAll } from '../byte-source.ts';

/** A file as its parser reads it: UTF-16 text converted to UTF-8, everything else unchanged. */
export function asUtf8(source: ByteSource, format: string): ByteSource {
  const isWide = isText(format) && fromUtf16(copyRange(source, 0, 2)) !== null;
  const text = isWide ? fromUtf16(readAll(source)) : null;
  return text ? createMemorySource(text) : source;
}
