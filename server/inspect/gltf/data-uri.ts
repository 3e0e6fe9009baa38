const percent = 37;
const longestEncoding = 64;

const digitOf = (byte: number | undefined) => Number.parseInt(String.fromCharCode(byte ?? 0), 16);

/** Decodes in place, because splitting megabytes of text would create as many small strings. */
function decodePercent(bytes: Buffer): Buffer {
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const value = byte === percent ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : Number.NaN;
    if (!Number.isNaN(value)) at += 2;
    bytes[length] = Number.isNaN(value) ? byte : value;
    length += 1;
  }
  return bytes.subarray(0, length);
}

export function decodeDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  const content = uri.slice(comma + 1);
  const isBase64 = /;base64\s*$/i.test(uri.slice(Math.max(0, comma - longestEncoding), Math.max(0, comma)));
  return isBase64 ? Buffer.from(content, 'base64') : decodePercent(Buffer.from(content, 'latin1'));
}
