import { letterMask } from '../../analysis/edit-distance.ts';
import { growUint32 } from '../segment/growing.ts';
import { stemOnly } from '../segment/segment.ts';
import { createTexts } from '../segment/texts.ts';
import type { WordReader } from './build-words.ts';

/** Sorts words and stems by their bytes, so that a prefix's terms are consecutive; `numbers` maps terms to that order. */
export function listWords({ words, termOf, stems }: WordReader) {
  const texts = createTexts();
  const terms = growUint32();
  const masks = growUint32();
  const numbers = new Uint32Array(stems.size);
  const all = [...words];
  for (const root of stems.keys()) if (termOf(root) < 0) all.push(root);
  // UTF-16 units sort like UTF-8 bytes, except for surrogates.
  const odd = new Set(all.filter((word) => /[\ud800-\udfff]/.test(word)));
  if (odd.size === 0) all.sort();
  else
    all.sort((a, b) => {
      if (odd.has(a) || odd.has(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
      return a < b ? -1 : a > b ? 1 : 0;
    });
  const roots = all.map((word) => stems.get(word));
  let numbered = 0;
  for (const root of roots) if (root !== undefined) numbers[root] = numbered++;
  for (const [place, word] of all.entries()) {
    texts.add(word);
    const term = termOf(word);
    const number = numbers[term < 0 ? (roots[place] ?? 0) : term] ?? 0;
    terms.push(term < 0 ? (number | stemOnly) >>> 0 : number);
    masks.push(letterMask(word));
  }
  return { words: texts, terms, masks, numbers };
}
