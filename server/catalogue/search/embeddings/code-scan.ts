import { startScanProgram } from './scan-program.ts';
import { type CodedQuery, levels } from './vector-code.ts';

const page = 65_536;
const block = 16;
const bytesOfFound = 48;
/** Codes per pass, so that their sums are used while still in the processor's cache. */
const chunk = 4096;

/** Where the scan expects a code within a block of 16, so that sums come in the order of the codes. */
const laneOf = (place: number) => ((place & 7) << 1) | ((place & 15) >> 3);

/** Number of codes with the best first halves to compare in full. */
const fullFor = (limit: number) => 1000 + 4 * limit;

/** Holds codes in memory, in the order they were added; `bytes` is the length of each half. */
export function createCodeScan(bytes: number) {
  const { memory, scan } = startScanProgram();
  const foundAt = bytes * 32;
  const codesAt = foundAt + (chunk / block) * bytesOfFound;
  let kept = new Uint8Array(memory.buffer);
  /** Second halves, `chunk` codes in each array. */
  const places: Uint8Array[] = [];
  let count = 0;
  const addressOf = (place: number) => codesAt + Math.floor(place / block) * block * bytes;
  /** Returns the positions of the codes whose first halves have the largest sums. */
  const roughly = ({ tables }: CodedQuery, limit: number) => {
    kept.set(tables, 0);
    const sums = new Uint16Array(memory.buffer, 0, codesAt / 2);
    const ends = new Uint32Array(memory.buffer, 0, codesAt / 4);
    // Packs sum and position into one number, which sorts without a comparator.
    const found = new Float64Array(limit * 4);
    let size = 0;
    let floor = 0;
    const keepBest = () => {
      const sorted = found.subarray(0, size).sort();
      size = Math.min(size, limit);
      found.copyWithin(0, sorted.length - size, sorted.length);
      floor = Math.floor((found[0] ?? 0) / 2 ** 32) + 1;
    };
    const take = (at: number) => {
      const first = ((ends[(at + 32) / 4] ?? 0) - codesAt) / bytes - block;
      for (let lane = 0; lane < Math.min(block, count - first); lane += 1) {
        const sum = sums[at / 2 + lane] ?? 0;
        if (sum < floor) continue;
        found[size] = sum * 2 ** 32 + first + lane;
        size += 1;
        if (size === found.length) keepBest();
      }
    };
    for (let start = 0; start < count; start += chunk) {
      const next = addressOf(Math.min(start + chunk, count) + block - 1);
      const end = scan(addressOf(start), next, 0, foundAt, foundAt, floor);
      for (let at = foundAt; at < end; at += bytesOfFound) take(at);
    }
    keepBest();
    return Array.from(found.subarray(0, size), (both) => both % 2 ** 32);
  };
  /** Returns the cosine similarity of a query and a code, up to a factor that depends only on the query. */
  const similarityOf = ({ turned }: CodedQuery, place: number) => {
    const address = addressOf(place) + laneOf(place);
    const second = places[Math.floor(place / chunk)];
    const from = (place % chunk) * bytes;
    let product = 0;
    let square = 0;
    for (let byte = 0; byte < bytes; byte += 1) {
      let quarters = kept[address + byte * block] ?? 0;
      let inside = second?.[from + byte] ?? 0;
      for (let index = byte * 4; index < byte * 4 + 4; index += 1) {
        const level = levels[((quarters & 3) << 2) | (inside & 3)] ?? 0;
        product += level * (turned[index] ?? 0);
        square += level * level;
        quarters >>= 2;
        inside >>= 2;
      }
    }
    return product / Math.sqrt(square);
  };
  return {
    add(code: Uint8Array) {
      const from = addressOf(count);
      const missing = from + block * bytes - kept.length;
      if (missing > 0) {
        memory.grow(Math.ceil(Math.max(missing, kept.length / 16) / page));
        kept = new Uint8Array(memory.buffer);
      }
      const at = from + laneOf(count);
      for (let byte = 0; byte < bytes; byte += 1) kept[at + byte * block] = code[byte] ?? 0;
      if (count % chunk === 0) places.push(new Uint8Array(chunk * bytes));
      places.at(-1)?.set(code.subarray(bytes), (count % chunk) * bytes);
      count += 1;
    },
    /** Returns the positions of the codes nearest to a query, nearest first; fewer if there are not as many. */
    nearest: (query: CodedQuery, limit: number) =>
      roughly(query, fullFor(limit))
        .map((place) => ({ place, similarity: similarityOf(query, place) }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, limit)
        .map(({ place }) => place),
  };
}
