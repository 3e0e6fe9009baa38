const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Detects UTF-16 by its byte order mark or by the first character of XML. */
function findWide([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : null;
}

/** Converts UTF-16 to UTF-8; null if the bytes are not UTF-16. */
export function fromUtf16(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const wide = findWide(bytes);
  return wide && new TextEncoder().encode(new TextDecoder(wide).decode(bytes));
}

/** Decodes UTF-8 or UTF-16, or else Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  const wide = findWide(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
