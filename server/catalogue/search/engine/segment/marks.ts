/** Room for a bit for each model. */
export const createMarks = (models: number) => new Uint32Array(Math.ceil(models / 32));

/** Sets the bits of the first so many models of a list. */
export function markDocs(marks: Uint32Array, docs: Uint32Array, length = docs.length): Uint32Array {
  for (let at = 0; at < length; at++) {
    const doc = docs[at] ?? 0;
    marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
  }
  return marks;
}

/** Lists the models of one word of bits, ascending; returns where the list then ends. */
export function listWord(into: Uint32Array, from: number, word: number, marked: number): number {
  let length = from;
  for (let bits = marked; bits !== 0; bits &= bits - 1)
    into[length++] = word * 32 + 31 - Math.clz32(bits & -bits);
  return length;
}
