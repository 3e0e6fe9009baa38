export type Field = { readonly offset: number; readonly sizeBytes: number };
export type Structure = { readonly type: string; readonly fields: ReadonlyMap<string, Field> };

const pointerBytes = 8;

/** Reads the description in sequence; throws a RangeError past its end. */
function createWalk(bytes: Buffer) {
  let at = 4;
  const align = () => {
    at = (at + 3) & ~3;
  };
  const short = () => {
    at += 2;
    return bytes.readUInt16LE(at - 2);
  };
  const section = (name: string) => {
    align();
    if (bytes.toString('latin1', at, at + 4) !== name) throw new RangeError(`there is no ${name}`);
    at += 4;
  };
  const count = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const text = () => {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new RangeError('a name has no end');
    const found = bytes.toString('latin1', at, end);
    at = end + 1;
    return found;
  };
  const texts = (name: string) => {
    section(name);
    const most = count();
    const found: string[] = [];
    while (found.length < most) found.push(text());
    return found;
  };
  return { section, count, short, texts };
}

/** Number of elements of a field: `name[66]`, `mat[4][4]`. */
const timesOf = (name: string) =>
  [...name.matchAll(/\[(\d+)\]/g)].reduce((product, [, times]) => product * Number(times), 1);
const isPointer = (name: string) => name.startsWith('*') || name.startsWith('(');
const plainName = (name: string) => name.replace(/\[.*$/, '');

/** A file's structures as its own description (SDNA) lays them out; throws a RangeError if that is damaged. */
export function readStructures(bytes: Buffer): Structure[] {
  const walk = createWalk(bytes);
  const names = walk.texts('NAME');
  const types = walk.texts('TYPE');
  walk.section('TLEN');
  const sizes = types.map(() => walk.short());
  walk.section('STRC');
  return Array.from({ length: walk.count() }, () => {
    const type = types[walk.short()] ?? '';
    const fields = new Map<string, Field>();
    let offset = 0;
    for (let left = walk.short(); left > 0; left -= 1) {
      const size = sizes[walk.short()] ?? 0;
      const name = names[walk.short()] ?? '';
      const sizeBytes = (isPointer(name) ? pointerBytes : size) * timesOf(name);
      fields.set(plainName(name), { offset, sizeBytes });
      offset += sizeBytes;
    }
    return { type, fields };
  });
}
