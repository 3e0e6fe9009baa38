import { eachToken, stem } from '../../analysis/tokenise.ts';
import { fields } from '../../weights.ts';
import { growUint32 } from '../segment/growing.ts';
import { hashTitle } from '../segment/title-hash.ts';
import type { SourceModel } from './model-source.ts';
import { createWordTable } from './word-table.ts';

function textsOf(model: SourceModel): readonly [string, string, string, string] {
  const tags: readonly string[] = JSON.parse(model.tags);
  const keywords: readonly string[] = JSON.parse(model.keywords);
  return [
    model.title,
    `${model.category} ; ${model.subcategory}`,
    [...tags, ...keywords].join(' ; '),
    model.description,
  ];
}

type ReadText = { readonly terms: readonly number[]; readonly words: number };

/** Reads the words of models into a stream of (term, uses per field). */
export function createWordReader() {
  const table = createWordTable();
  const words: string[] = [];
  const stems = new Map<string, number>();
  const terms = growUint32();
  const uses = growUint32();
  const starts = growUint32();
  const lengths = growUint32();
  const titleHashes = growUint32();
  let lastPlace = new Uint32Array(4096);

  const noteWord = (word: string, root: string) => {
    const term = stems.get(root) ?? stems.size;
    stems.set(root, term);
    words.push(word);
    return term;
  };
  const noteJoined = (word: string) => noteWord(word, word);
  const noteSingle = (word: string) => noteWord(word, stem(word));
  const termsOf = (text: string): ReadText => {
    const found: number[] = [];
    let count = 0;
    eachToken(text, (of, start, end, isJoined) => {
      if (!isJoined) count++;
      found.push(table.numberOf(of, start, end, isJoined ? noteJoined : noteSingle));
    });
    return { terms: found, words: count };
  };
  const categories = new Map<string, ReadText>();
  const termsOfCategory = (text: string): ReadText => {
    const read = categories.get(text) ?? termsOf(text);
    categories.set(text, read);
    return read;
  };
  const note = (term: number, field: number, start: number) => {
    if (term >= lastPlace.length) {
      const larger = new Uint32Array(lastPlace.length * 2);
      larger.set(lastPlace);
      lastPlace = larger;
    }
    const shift = field * 8;
    const place = (lastPlace[term] ?? 0) - 1;
    if (place < start) {
      lastPlace[term] = terms.length() + 1;
      terms.push(term);
      uses.push((1 << shift) >>> 0);
      return;
    }
    const before = uses.at(place);
    if (((before >>> shift) & 0xff) < 0xff) uses.set(place, (before + ((1 << shift) >>> 0)) >>> 0);
  };

  return {
    words,
    /** The term of a word; -1 if it was not read. */
    termOf: table.find,
    stems,
    terms,
    uses,
    starts,
    /** Words per field; `fields.length` numbers for each model. */
    lengths,
    titleHashes,
    read(model: SourceModel) {
      const start = terms.length();
      starts.push(start);
      const texts = textsOf(model);
      for (let field = 0; field < fields.length; field++) {
        const text = texts[field] ?? '';
        // Cached, as many models share a category.
        const read = fields[field] === 'category' ? termsOfCategory(text) : termsOf(text);
        for (const term of read.terms) note(term, field, start);
        lengths.push(read.words);
      }
      titleHashes.push(hashTitle(model.title));
    },
  };
}
export type WordReader = ReturnType<typeof createWordReader>;
