import { stem } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { fields } from '../ranking/weights.ts';
import { growUint32 } from './growing.ts';
import type { SourceModel } from './model-source.ts';
import { hashTitle } from './title-hash.ts';

/** The texts of a model, field by field. */
export function textsOf(model: SourceModel): readonly [string, string, string, string] {
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

/** Reads the words of models, one after another, as a stream of (term, uses per field). */
export function createWordReader() {
  const wordTerms = new Map<string, number>();
  const stems = new Map<string, number>();
  const terms = growUint32();
  const uses = growUint32();
  const starts = growUint32();
  const lengths = growUint32();
  const titleHashes = growUint32();
  let lastPlace = new Uint32Array(4096);

  const termOf = (word: string, isJoined: boolean) => {
    const known = wordTerms.get(word);
    if (known !== undefined) return known;
    const root = isJoined ? word : stem(word);
    const term = stems.get(root) ?? stems.size;
    stems.set(root, term);
    wordTerms.set(word, term);
    return term;
  };
  const termsOf = (text: string): ReadText => {
    const found: number[] = [];
    let words = 0;
    for (const { text: word, isJoined } of tokenise(text)) {
      if (!isJoined) words++;
      found.push(termOf(word, isJoined));
    }
    return { terms: found, words };
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
    wordTerms,
    stems,
    terms,
    uses,
    starts,
    /** Words per field, `fields.length` numbers for each model. */
    lengths,
    titleHashes,
    read(model: SourceModel) {
      const start = terms.length();
      starts.push(start);
      const texts = textsOf(model);
      for (let field = 0; field < fields.length; field++) {
        const text = texts[field] ?? '';
        // Many models share a category.
        const read = fields[field] === 'category' ? termsOfCategory(text) : termsOf(text);
        for (const term of read.terms) note(term, field, start);
        lengths.push(read.words);
      }
      titleHashes.push(hashTitle(model.title));
    },
  };
}
export type WordReader = ReturnType<typeof createWordReader>;
