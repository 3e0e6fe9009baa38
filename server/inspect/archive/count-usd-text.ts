import { type ByteSource, visitRange } from '../byte-source.ts';

const list = /\bfaceVertexCounts\s*=\s*\[/;
/** Features that compose a scene from several places or animate it; such a scene is not counted. */
const composed =
  /\b(?:references|payload|inherits|specializes|variantSets|subLayers|instanceable)\s*=|\bPointInstancer\b|^[ \t]*(?:over|class)\s|\bfaceVertexCounts\.timeSamples\b/m;
const longestMatch = 64;

/** The triangles of a USD scene that is written as text, read piece by piece; null where that alone does not tell. */
export function countTextTriangles(source: ByteSource): number | null {
  let triangles = 0;
  let isComposed = false;
  let isInList = false;
  let rest = '';

  /** Takes the numbers of a list up to its end, or up to the last whole one. */
  const takeNumbers = (text: string): string => {
    const end = text.indexOf(']');
    const whole = end === -1 ? text.lastIndexOf(',') + 1 : end;
    for (const [corners] of text.slice(0, whole).matchAll(/\d+/g))
      triangles += Math.max(0, Number(corners) - 2);
    isInList = end === -1;
    return end === -1 ? text.slice(whole) : text.slice(end + 1);
  };

  visitRange(source, { offset: 0, length: source.size, unit: 1 }, (bytes) => {
    let text = rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    isComposed ||= composed.test(text);
    for (;;) {
      if (isInList) text = takeNumbers(text);
      if (isInList) break;
      const found = list.exec(text);
      if (found === null) {
        text = text.slice(-longestMatch);
        break;
      }
      text = text.slice(found.index + found[0].length);
      isInList = true;
    }
    rest = text;
  });
  return isComposed || triangles === 0 ? null : triangles;
}
