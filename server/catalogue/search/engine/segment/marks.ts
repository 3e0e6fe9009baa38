/** Creates a bitmap with one bit per model. */
export const createMarks = (models: number) => new Uint32Array(Math.ceil(models / 32));

/** Sets the bits of the first `length` models of a list. */
export function markDocs(marks: Uint32Array, docs: Uint32Array, length = docs.length): Uint32Array {
  for (let at = 0; at < length; at++) {
    const doc = docs[at] ?? 0;
    marks[doc >>> 5] = (marks[doc >>> 5] ?? 0) | (1 << (doc & 31));
  }
  return marks;
}

/** Appends the models of one word of a bitmap, ascending; returns the new end of the list. */
export function listWord(into: Uint32Array, from: number, word: number, marked: number): number {
  let length = from;
  for (let bits = marked; bits !== 0; bits &= bits - 1)
    into[length++] = word * 32 + 31 - Math.clz32(bits & -bits);
  return length;
}
