const utf8 = new TextDecoder('utf-8', { fatal: true });

/** How text in two bytes a sign begins: with its mark, or with the first sign of XML. */
function findWide([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : null;
}

/** Bytes of text as UTF-8, as readers expect it; null where they are no UTF-16. */
export function fromUtf16(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const wide = findWide(bytes);
  return wide && new TextEncoder().encode(new TextDecoder(wide).decode(bytes));
}

/** Text as UTF-8 or UTF-16, or as Latin-1 when it is neither. */
export function decodeText(bytes: Uint8Array): string {
  const wide = findWide(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
