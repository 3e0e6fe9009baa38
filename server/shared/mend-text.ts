import { toLooseKey, toLooseName } from './loose-names.ts';

export const withPoints = (text: string) => text.replace(/(\d),(\d)/g, '$1.$2');

/** Text as loaders part it: without a byte-order mark, and with line ends that they know. */
export const plainLines = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r(?!\n)/g, '\n');

/** An OBJ as loaders understand it: some exporters wrote numbers as their country does. */
export function mendObj(text: string): string {
  const plain = plainLines(text);
  if (!/^\s*v[nt]?\s+-?\d+,\d/m.test(plain)) return plain;
  return plain.replace(/^\s*v[nt]?\s.*$/gm, withPoints);
}

/** The material libraries that an OBJ names, else the first there is. */
export function pickLibraries(obj: string, paths: readonly string[]): readonly string[] {
  const libraries = paths.filter((path) => /\.mtl$/i.test(path));
  const lines = [...obj.matchAll(/^\s*mtllib\s+(.+?)\s*$/gm)].map(([, names = '']) => toLooseKey(names));
  const said = `\n${lines.join('\n')}\n`.replace(/["\n\t/]/g, '  ');
  const named = libraries.filter((path) => said.includes(` ${toLooseName(path)} `));
  return named.length > 0 ? named : libraries.slice(0, 1);
}

/** A PLY of text as loaders understand it; others stay as they are. */
export function mendPly(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, sniffedBytes));
  if (!/^(?:\u00EF\u00BB\u00BF)?ply\s[\s\S]*?^\s*format\s+ascii\b/m.test(head)) return bytes;
  const text = plainLines(new TextDecoder().decode(bytes));
  const end = text.indexOf('end_header');
  return new TextEncoder().encode(text.slice(0, end) + withPoints(text.slice(end))).buffer;
}

const sniffedBytes = 1024;
const binaryHead = 84;

/** An STL of text as loaders understand it: in lower case, from its first word on; one of numbers stays as it is. */
export function mendStl(bytes: ArrayBuffer): ArrayBuffer {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, sniffedBytes));
  if (!/^(?:\u00EF\u00BB\u00BF)?\s*solid/i.test(head) || head.includes('\0')) return bytes;
  const triangles = bytes.byteLength < binaryHead ? 0 : new DataView(bytes).getUint32(80, true);
  if (bytes.byteLength === binaryHead + triangles * 50) return bytes;
  const text = plainLines(new TextDecoder().decode(bytes)).trimStart().toLowerCase();
  return new TextEncoder().encode(withPoints(text)).buffer;
}
