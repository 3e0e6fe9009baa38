import { createHash } from 'node:crypto';
import type { Records } from './records.ts';
import { type Expansion, explainSynonyms } from './search/analysis/synonyms.ts';
import type { SearchEngine } from './search/engine/engine-types.ts';
import { readSynonymFile, type SynonymText, writeSynonymFile } from './search/engine/match/synonym-file.ts';

type Parts = {
  readonly dataDir: string;
  readonly engine: Pick<SearchEngine, 'tryOut' | 'readSynonyms'>;
  readonly records: Pick<Records, 'get'>;
};
type Found = {
  readonly total: number;
  readonly results: { readonly guid: string; readonly title: string; readonly category: string }[];
};

/** A synonym text and a tag of its content. */
type TaggedSynonyms = SynonymText & { readonly tag: string };
export type SynonymTexts = {
  read(): TaggedSynonyms;
  /** Explains a query with another text, and returns its first `limit` results before and after. */
  tryOut(wish: { text: string; query: string; limit: number }): {
    readonly expansions: Expansion[];
    readonly idle: { readonly line: number; readonly text: string }[];
    readonly before: Found;
    readonly after: Found;
  };
  /** Resolves once search uses the text; null: the default text. */
  write(text: string | null): Promise<void>;
};

/** Reads and writes the synonyms of this data folder, and tries out others. */
export function createSynonyms({ dataDir, engine, records }: Parts): SynonymTexts {
  const read = () => {
    const known = readSynonymFile(dataDir);
    return { ...known, tag: createHash('sha256').update(known.text).digest('hex').slice(0, 16) };
  };
  const find = (text: string, { query, limit }: { query: string; limit: number }): Found => {
    if (query === '') return { total: 0, results: [] };
    const wish = { words: query, sort: 'relevance', limit, offset: 0, filters: {} } as const;
    const { hits, total } = engine.tryOut(wish, text);
    const results = hits.flatMap(({ modelId }) => {
      const record = records.get(modelId);
      return record === null ? [] : [{ guid: record.guid, title: record.title, category: record.category }];
    });
    return { total, results };
  };
  return {
    read,
    tryOut: ({ text, ...wish }) => ({
      ...explainSynonyms(text, wish.query),
      before: find(read().text, wish),
      after: find(text, wish),
    }),
    async write(text) {
      await writeSynonymFile(dataDir, text);
      engine.readSynonyms();
    },
  };
}
