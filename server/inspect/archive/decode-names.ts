import { isAscii } from 'node:buffer';
import { decodeText } from '../text/decode-text.ts';

/** Letters of code pages 437 and 850, which Western systems write, from 0x80 on. */
const western = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ';
const sharpS = 0xe1;

const toPattern = (letters: string) => new RegExp(`^(?:[^\\x80-\\xff]|[${letters}])*$`);
const dos = toPattern('\\x80-\\x9b\\x9d\\xa0-\\xa5\\xe1');
const latin = /^(?:[^\x80-\xff]|(?<![\xc0-\xff]{2})[\xc0-\xd6\xd8-\xf6\xf8-\xff])*$/;
const cyrillicDos = toPattern('\\x80-\\xaf\\xe0-\\xf1');
const cyrillicWindows = toPattern('\\xa8\\xb8\\xc0-\\xff');
const korean = /^(?:[^\x80-\xff]|[\xb0-\xc8][\xa1-\xfe])*$/;
const halfWidth = /[\uff61-\uff9f]/;

const decodeDos = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) =>
    byte === sharpS ? 'ß' : byte < 0x80 ? String.fromCharCode(byte) : (western[byte - 0x80] ?? '?'),
  ).join('');

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Null if the bytes are not valid in this encoding. */
function tryDecode(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Finds how to decode an archive's names that are not UTF-8. All of them count, as one system wrote them. */
function findEncoding(odd: readonly Uint8Array[]): (bytes: Uint8Array) => string {
  const all = Buffer.concat(odd.flatMap((name) => [name, Buffer.from('/')]));
  const text = all.toString('latin1');
  const by = (label: string) => (bytes: Uint8Array) => new TextDecoder(label).decode(bytes);
  if (dos.test(text)) return decodeDos;
  if (latin.test(text)) return decodeText;
  if (cyrillicDos.test(text)) return by('ibm866');
  if (korean.test(text)) return by('euc-kr');
  if (cyrillicWindows.test(text)) return by('windows-1251');
  const japanese = tryDecode('shift_jis', all);
  if (japanese !== null && !halfWidth.test(japanese)) return by('shift_jis');
  return tryDecode('gbk', all) === null ? decodeText : by('gbk');
}

/** Creates a decoder for an archive's names: UTF-8, or else the encoding of the system that wrote them. */
export function createNameDecoder(names: readonly Uint8Array[]): (bytes: Uint8Array) => string {
  const odd = names.filter((name) => !isAscii(name) && !isUtf8(name));
  if (odd.length === 0) return decodeText;
  const decodeOdd = findEncoding(odd);
  return (bytes) => (isUtf8(bytes) ? decodeText(bytes) : decodeOdd(bytes));
}
