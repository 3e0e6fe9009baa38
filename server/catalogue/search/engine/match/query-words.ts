import { stem } from '../../analysis/stem.ts';
import { splitWords } from '../../analysis/tokenise.ts';
import { hashWords } from '../segment/title-hash.ts';

export type QueryWords = {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** Stems of what stands in quotation marks. */
  readonly quoted: readonly (readonly string[])[];
  readonly titleHash: number;
};

/** More words than this say nothing more. */
const mostWords = 24;
const quotations = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/g;

/** Reads a query as plain words; quotation marks only tell which words belong together. Null when it has no word. */
export function readQueryWords(text: string): QueryWords | null {
  const words = splitWords(text.slice(0, 2000)).slice(0, mostWords);
  if (words.length === 0) return null;
  const stems = words.map(stem);
  const quoted = [...text.matchAll(quotations)]
    .map((found) => splitWords(found.slice(1).join(' ')).map(stem))
    .filter((phrase) => phrase.length > 0);
  return { words, stems, quoted, titleHash: hashWords(stems) };
}
