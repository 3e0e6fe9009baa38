import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import type { Fragments } from './fragments.ts';
import type { RankedHit, RankedPage } from './ranked-search.ts';

type Asked = { readonly limit: number; readonly offset: number; readonly words: string | undefined };
type Listing = {
  readonly page: RankedPage;
  readonly asked: Asked;
  readonly start: number;
  /** The fields that follow a record, as JSON text beginning with a comma, or nothing. */
  readonly scores: (hit: RankedHit) => string;
};

const since = (start: number) => Math.round((performance.now() - start) * 100) / 100;

/** A number as JSON text: JSON has no NaN or Infinity. */
const toNumber = (value: number | null) =>
  value !== null && Number.isFinite(value) ? String(value) : 'null';

export const noScores = () => '';
export const scoreOnly = ({ score }: RankedHit) => `,"score":${toNumber(score)}`;
export const allScores = ({ score, lexicalScore, embeddingScore }: RankedHit) =>
  `,"score":${toNumber(score)},"lexicalScore":${toNumber(lexicalScore)},"embeddingScore":${toNumber(embeddingScore)}`;

const [comma, closing, ending] = [Buffer.from(','), Buffer.from('}'), Buffer.from(']}')];

/** The envelope of a listing around the models' kept fragments. A model that is gone by now is left out. */
export function writeListing(fragments: Fragments, { page, asked, start, scores }: Listing): ReadyAnswer {
  const { limit, offset, words } = asked;
  const records: Buffer[] = [];
  for (const hit of page.hits) {
    const fragment = fragments.get(hit.modelId);
    if (fragment === null) continue;
    if (records.length > 0) records.push(comma);
    const after = scores(hit);
    records.push(fragment, after === '' ? closing : Buffer.from(`${after}}`));
  }
  const head = {
    ok: true,
    total: page.total,
    hasMore: offset + page.hits.length < page.total && page.hits.length > 0,
    limit,
    offset,
    ...(words !== undefined && { query: words }),
    ...(page.total === 0 && { suggestions: page.suggestions }),
    tookMs: since(start),
  };
  const opening = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"results":[`);
  return readyAnswer(Buffer.concat([opening, ...records, ending]), { isLasting: page.isLasting });
}
