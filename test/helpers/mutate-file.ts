/** Numbers from 0 up to 1, always the same for one seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Dice = {
  readonly below: (end: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
};
type Mutation = (bytes: Buffer, dice: Dice) => Buffer;

const headerBytes = 4096;
const extremes = [0xffffffff, 0x7fffffff, 0x80000000, 0x7f800000, 0];
const numbers = ['4294967295', '-1', '1e308', 'NaN', '2147483648', '9007199254740993', '0', '1e-320'];
const isText = (bytes: Buffer) => !bytes.subarray(0, 1000).some((byte) => byte === 0 || byte > 126);

function writeExtreme(bytes: Buffer, at: number, { pick }: Dice): Buffer {
  const changed = Buffer.from(bytes);
  if (at + 4 <= changed.length) changed.writeUInt32LE(pick(extremes), at);
  return changed;
}

/** The text of a file, or the JSON at the beginning of a GLB, with one number in place of another. */
const changeNumber: Mutation = (bytes, { below, pick }) => {
  const end = isText(bytes) ? bytes.length : Math.min(bytes.length, 200_000);
  const text = bytes.toString('latin1', 0, end);
  const found = [...text.matchAll(/(?<=[:,[\s])-?\d+(\.\d+)?(?=[,\]}\s])/g)];
  const one = found[below(found.length)];
  if (!one) return bytes;
  const before = bytes.subarray(0, one.index);
  const [was] = one;
  // The same length where possible, so that later bytes keep their place.
  const put = pick(numbers).padEnd(was.length, ' ');
  return Buffer.concat([before, Buffer.from(put, 'latin1'), bytes.subarray(one.index + was.length)]);
};

const mutations: readonly Mutation[] = [
  (bytes, { below }) => {
    const changed = Buffer.from(bytes);
    const count = 1 + below(8);
    for (let done = 0; done < count; done += 1) {
      const at = below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
    }
    return changed;
  },
  (bytes, { below }) => bytes.subarray(0, below(bytes.length)),
  (bytes, { below }) => {
    const start = below(bytes.length);
    const block = bytes.subarray(start, start + 1 + below(2000));
    const copies = Array.from({ length: 1 + below(20) }, () => block);
    return Buffer.concat([bytes.subarray(0, start), ...copies, bytes.subarray(start)]);
  },
  (bytes, dice) => writeExtreme(bytes, 4 * dice.below(Math.min(headerBytes, bytes.length) / 4), dice),
  (bytes, dice) => writeExtreme(bytes, dice.below(bytes.length), dice),
  (bytes, { below }) => {
    const start = below(bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + below(5000))]);
  },
  (bytes, { below, pick }) => {
    const start = below(bytes.length);
    return Buffer.from(bytes).fill(
      pick([0, 0xff, 0x20, 0x30]),
      start,
      Math.min(bytes.length, start + below(2000)),
    );
  },
  (bytes, { below }) =>
    Buffer.concat([bytes, Buffer.from(Array.from({ length: below(500) }, () => below(256)))]),
  changeNumber,
  changeNumber,
];

/** A file with one to three faults, always the same for one seed. */
export function mutateFile(bytes: Uint8Array, seed: number): Buffer {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  };
  let changed = Buffer.from(bytes);
  const count = 1 + below(3);
  for (let done = 0; done < count; done += 1)
    changed = Buffer.from(pick(mutations)(changed, { below, pick }));
  return changed;
}
