type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
/**
 * Sums up each code's values. For every block of 16 codes in which any reaches `floor`, writes 48 bytes at `found`: the
 * 16 sums of 16 bits, and the address of the next block. Returns the end of the output. Blocks are stored byte by byte:
 * the first byte of all 16 codes, then the second, and so on; their sums come in the order 0, 2, 4 to 14, 1, 3 to 15.
 */
type Scan = (
  codes: number,
  end: number,
  tables: number,
  tablesEnd: number,
  found: number,
  floor: number,
) => number;
type Exports = { readonly memory: Memory; readonly scan: Scan };
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: unknown };
};

const i32 = 0x7f;
const v128 = 0x7b;
const [codes, end, tables, tablesEnd, found, floor, table, even, odd, byte, pair] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
const get = (local: number) => [0x20, local];
const set = (local: number, ...value: number[]) => [...value, 0x21, local];
/** Pushes a constant below 64. */
const number = (value: number) => [0x41, value];
const simd = (...code: number[]) => [0xfd, ...code];
const advance = (local: number, by: number) => set(local, ...get(local), ...number(by), 0x6a);
const load = (address: number, offset = 0) => [...get(address), ...simd(0x00, 0, offset)];
const store = (address: number, offset: number, local: number) => [
  ...get(address),
  ...get(local),
  ...simd(0x0b, 0, offset),
];
const zero = [...number(0), ...simd(0x11)]; // i32x4.splat
const look = (at: number[], which: number[]) => [...at, ...which, ...simd(0x80, 2)]; // i8x16.relaxed_swizzle
const lower = [...get(byte), ...number(15), ...simd(0x0f), ...simd(0x4e)]; // i8x16.splat, v128.and
const upper = [...get(byte), ...number(4), ...simd(0x6d)]; // i8x16.shr_u
const add8 = simd(0x6e);
const add16 = simd(0x8e, 1);
const subtract16 = simd(0x91, 1);
const right16 = [...number(8), ...simd(0x8d, 1)];
const left16 = [...number(8), ...simd(0x8b, 1)];
const isEnough = (sums: number) => [...get(sums), ...get(floor), ...simd(0x10), ...simd(0x36)]; // i16x8.splat, i16x8.ge_u
/** Repeats while `local` is below `limit`. */
const repeat = (local: number, limit: number, ...body: number[]) => [
  ...[0x03, 0x40, ...body, ...get(local), ...get(limit)],
  ...[0x49, 0x0d, 0, 0x0b], // i32.lt_u, br_if 0, end
];

const body = [
  ...repeat(
    codes,
    end,
    ...set(even, ...zero),
    ...set(odd, ...zero),
    ...set(table, ...get(tables)),
    ...repeat(
      table,
      tablesEnd,
      ...set(byte, ...load(codes)),
      ...set(pair, ...look(load(table), lower), ...look(load(table, 16), upper), ...add8),
      // The even sums also accumulate the odd sums above them, which are subtracted at the end.
      ...set(even, ...get(even), ...get(pair), ...add16),
      ...set(odd, ...get(odd), ...get(pair), ...right16, ...add16),
      ...advance(codes, 16),
      ...advance(table, 32),
    ),
    ...set(even, ...get(even), ...get(odd), ...left16, ...subtract16),
    ...[...isEnough(even), ...isEnough(odd), ...simd(0x50), ...simd(0x53), 0x04, 0x40], // v128.or, v128.any_true, if
    ...[...store(found, 0, even), ...store(found, 16, odd)],
    ...[...get(found), ...get(codes), 0x36, 0, 32], // i32.store
    ...[...advance(found, 48), 0x0b],
  ),
  ...get(found),
];
/** Encodes a length below 16,384 as LEB128. */
const length = (count: number) => (count < 128 ? [count] : [(count & 127) | 128, count >> 7]);
const section = (id: number, ...content: number[]) => [id, ...length(content.length), ...content];
const name = (text: string) => [text.length, ...Buffer.from(text)];
const code = [...[2, 1, i32, 4, v128], ...body, 0x0b];

const module = new WebAssembly.Module(
  Uint8Array.from([
    ...[...Buffer.from('\0asm'), 1, 0, 0, 0],
    ...section(1, 1, 0x60, 6, i32, i32, i32, i32, i32, i32, 1, i32),
    ...section(3, 1, 0),
    ...section(5, 1, 0, 1),
    ...section(7, 2, ...name('memory'), 2, 0, ...name('scan'), 0, 0),
    ...section(10, 1, ...length(code.length), ...code),
  ]),
);

/** Instantiates the scan: SIMD instructions assembled here as WebAssembly, with their own memory. */
export function startScanProgram(): Exports {
  // The module above has exactly these exports.
  return new WebAssembly.Instance(module).exports as Exports;
}
