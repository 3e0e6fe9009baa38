import { toLooseKey, toLooseName } from './loose-names.ts';

export const withPoints = (text: string) => text.replace(/(\d),(\d)/g, '$1.$2');

/** Removes the byte order mark, and normalises line ends for loaders. */
export const plainLines = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r(?!\n)/g, '\n');

/** Repairs an OBJ for loaders: some exporters wrote numbers in their local format. */
export function mendObj(text: string): string {
  const plain = plainLines(text);
  if (!/^\s*v[nt]?\s+-?\d+,\d/m.test(plain)) return plain;
  return plain.replace(/^\s*v[nt]?\s.*$/gm, withPoints);
}

/** Returns the material libraries that an OBJ names, or else the first one available. */
export function pickLibraries(obj: string, paths: readonly string[]): readonly string[] {
  const libraries = paths.filter((path) => /\.mtl$/i.test(path));
  const lines = [...obj.matchAll(/^\s*mtllib\s+(.+?)\s*$/gm)].map(([, names = '']) => toLooseKey(names));
  const words = `\n${lines.join('\n')}\n`.replace(/["\n\t/]/g, '  ');
  const named = libraries.filter((path) => words.includes(` ${toLooseName(path)} `));
  return named.length > 0 ? named : libraries.slice(0, 1);
}

/** Repairs an ASCII PLY for loaders; binary ones are returned unchanged. */
export function mendPly(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, sniffedBytes));
  if (!/^(?:\u00EF\u00BB\u00BF)?ply\s[\s\S]*?^\s*format\s+ascii\b/m.test(head)) return bytes;
  const text = plainLines(new TextDecoder().decode(bytes));
  const end = text.indexOf('end_header');
  return new TextEncoder().encode(text.slice(0, end) + withPoints(text.slice(end))).buffer;
}

const sniffedBytes = 1024;
const binaryHead = 84;

/** Repairs an ASCII STL for loaders: lower case, without leading blanks. Binary ones are returned unchanged. */
export function mendStl(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, sniffedBytes));
  if (!/^(?:\u00EF\u00BB\u00BF)?\s*solid/i.test(head) || head.includes('\0')) return bytes;
  const triangles = bytes.byteLength < binaryHead ? 0 : new DataView(bytes).getUint32(80, true);
  if (bytes.byteLength === binaryHead + triangles * 50) return bytes;
  const text = plainLines(new TextDecoder().decode(bytes)).trimStart().toLowerCase();
  return new TextEncoder().encode(withPoints(text)).buffer;
}
