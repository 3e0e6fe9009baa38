/** A value of a binary scene by the number of its type in pxr/usd/sdf/crateDataTypes.h: what it is, or bytes elsewhere. */
type Value = { readonly type: number; readonly isList?: boolean } & (
  | { readonly inline: number | string }
  | { readonly bytes: (crate: Names) => Buffer }
);
type Names = { readonly token: (name: string) => number; readonly path: (path: string) => number };
export type CrateSpec = { readonly path: string; readonly fields: Readonly<Record<string, Value>> };

const integers = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
};
const long = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
};

export const usdToken = (name: string): Value => ({ type: 11, inline: name });
export const usdDef: Value = { type: 42, inline: 0 };
export const usdOff: Value = { type: 1, inline: 0 };
export const usdIntegers = (values: readonly number[]): Value => ({
  ...{ type: 3, isList: true },
  bytes: () => Buffer.concat([long(values.length), integers(...values)]),
});
export const usdPoints = (values: readonly number[]): Value => ({
  ...{ type: 24, isList: true },
  bytes: () => Buffer.concat([long(values.length / 3), Buffer.from(Float32Array.from(values).buffer)]),
});
/** A compressed list that claims to have so many numbers, all alike. */
export const usdAlike = (claimed: number): Value => ({
  ...{ type: 3 + 0x2000, isList: true },
  bytes: () => Buffer.concat([long(claimed), packed(Buffer.alloc(16))]),
});
export const usdLayers = (files: readonly string[]): Value => ({
  type: 50,
  bytes: ({ token }) => Buffer.concat([long(files.length), integers(...files.map(token))]),
});
const arc = (file: string, prim: string, { token, path }: Names) =>
  Buffer.concat([integers(token(file), path(prim)), Buffer.from(Float64Array.of(0, 1).buffer)]);
/** One reference that is put first. */
export const usdReference = (file: string, prim = ''): Value => ({
  type: 35,
  bytes: (names) => Buffer.concat([Buffer.of(0x20), long(1), arc(file, prim, names), long(0)]),
});
export const usdPayload = (file: string, prim = ''): Value => ({
  type: 55,
  bytes: (names) => Buffer.concat([Buffer.of(0x20), long(1), arc(file, prim, names)]),
});

/** One LZ4 block of nothing but literals. */
function pack(bytes: Buffer): Buffer {
  const rest = Math.max(0, bytes.length - 15);
  const lengths = bytes.length < 15 ? [] : [...Array<number>(Math.floor(rest / 255)).fill(255), rest % 255];
  return Buffer.concat([Buffer.of(0, Math.min(15, bytes.length) << 4, ...lengths), bytes]);
}
const packed = (bytes: Buffer) => Buffer.concat([long(pack(bytes).length), pack(bytes)]);
/** Each is written as the difference to the one before, in four bytes. */
function packIntegers(values: readonly number[]): Buffer {
  const steps = values.map((value, index) => value - (values[index - 1] ?? 0));
  const codes = Buffer.alloc(Math.ceil(values.length / 4), 0xff);
  return packed(Buffer.concat([integers(0), codes, integers(...steps)]));
}

const parentOf = (path: string) => {
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('/'));
  return path === '/' ? null : path.slice(0, end) || '/';
};

/** Paths as a tree: each has its name, and where its next neighbour is. */
function packPaths(paths: readonly string[], token: (name: string) => number): Buffer {
  const rows: { path: string; name: number; jump: number }[] = [];
  const add = (path: string, hasNext: boolean) => {
    const children = paths.filter((one) => parentOf(one) === path);
    const isProperty = path.lastIndexOf('.') > path.lastIndexOf('/');
    const name = token(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1));
    const row = { path, name: isProperty ? -name : name, jump: 0 };
    const at = rows.push(row) - 1;
    for (const [index, child] of children.entries()) add(child, index < children.length - 1);
    const size = rows.length - at;
    row.jump = children.length > 0 ? (hasNext ? size : -1) : hasNext ? 0 : -2;
  };
  add('/', false);
  return Buffer.concat([
    ...[long(paths.length), long(paths.length), packIntegers(rows.map(({ path }) => paths.indexOf(path)))],
    ...[packIntegers(rows.map(({ name }) => name)), packIntegers(rows.map(({ jump }) => jump))],
  ]);
}

/** A binary scene of version 0.8 as its writers make it. */
export function writeUsdc(specs: readonly CrateSpec[]): Buffer {
  const tokens = [';-)'];
  const token = (name: string) => (tokens.includes(name) ? tokens.indexOf(name) : tokens.push(name) - 1);
  const paths = specs.map(({ path }) => path);
  // The empty path comes after all others, and has no place in their tree.
  const names = { token, path: (path: string) => (path === '' ? paths.length : paths.indexOf(path)) };
  const values: Buffer[] = [Buffer.alloc(88)];
  const [fields, reps, sets]: [number[], Buffer[], number[]] = [[], [], []];
  const addValue = (value: Value): Buffer => {
    const rep = Buffer.alloc(8);
    const kind = value.type * 65_536 + (value.isList ? 0x80000000 : 0);
    if ('inline' in value) {
      rep.writeUInt32LE(typeof value.inline === 'string' ? token(value.inline) : value.inline);
      rep.writeUInt32LE(kind + 0x40000000, 4);
    } else {
      rep.writeUInt32LE(values.reduce((sum, { length }) => sum + length, 0));
      rep.writeUInt32LE(kind, 4);
      values.push(value.bytes(names));
    }
    return rep;
  };
  const begins = specs.map((spec) => {
    const begin = sets.length;
    for (const [name, value] of Object.entries(spec.fields)) {
      reps.push(addValue(value));
      sets.push(fields.push(token(name)) - 1);
    }
    sets.push(-1);
    return begin;
  });
  const kindOf = ({ path }: CrateSpec) => (path === '/' ? 7 : path.includes('.') ? 1 : 6);
  const tree = packPaths(paths, token);
  const text = Buffer.from(`${tokens.join('\0')}\0`);
  const count = long(specs.length);
  const sections: readonly (readonly [string, Buffer])[] = [
    ['TOKENS', Buffer.concat([long(tokens.length), long(text.length), packed(text)])],
    ['STRINGS', Buffer.concat([long(tokens.length), integers(...tokens.keys())])],
    ['FIELDS', Buffer.concat([long(fields.length), packIntegers(fields), packed(Buffer.concat(reps))])],
    ['FIELDSETS', Buffer.concat([long(sets.length), packIntegers(sets)])],
    ['PATHS', tree],
    [
      'SPECS',
      Buffer.concat([
        ...[count, packIntegers([...paths.keys()])],
        ...[packIntegers(begins), packIntegers(specs.map(kindOf))],
      ]),
    ],
  ];
  let at = values.reduce((sum, { length }) => sum + length, 0);
  const table = sections.map(([name, bytes]) => {
    const row = Buffer.alloc(32);
    row.write(name);
    long(at).copy(row, 16);
    long(bytes.length).copy(row, 24);
    at += bytes.length;
    return row;
  });
  const whole = Buffer.concat([
    ...values,
    ...sections.map(([, bytes]) => bytes),
    long(sections.length),
    ...table,
  ]);
  whole.write('PXR-USDC\0\x08', 0, 'latin1');
  long(at).copy(whole, 16);
  return whole;
}
