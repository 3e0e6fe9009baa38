import { mean, measureDoubt, measureGain, measureRank } from './measures.ts';
import { type Method, openMethods } from './methods.ts';
import {
  hasSharedData,
  readGradedQueries,
  readKnownQueries,
  readParts,
  readProducts,
} from './read-shared.ts';

type Judged = { readonly query: string; readonly value: number; readonly total: number };
type Judge = (ids: readonly string[]) => number | null;
const worstShown = 10;

async function judgeAll(method: Method, queries: readonly (readonly [string, Judge])[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [query, judge] of queries) {
    const { ids, total } = await method.find(query);
    const value = judge(ids);
    if (value !== null) judged.push({ query, value, total });
  }
  return judged;
}

const show = (value: number) => value.toFixed(3).padStart(7);

function printWorst(judged: readonly Judged[]) {
  const worst = [...judged].filter(({ value }) => value < 1).sort((a, b) => a.value - b.value);
  for (const { query, value, total } of worst.slice(0, worstShown))
    console.log(`    ${show(value)}  ${query}  (${total} found)`);
}

async function measureShop(areFeaturesTags: boolean) {
  const { methods, close } = await openMethods(readProducts(areFeaturesTags));
  const queries = readGradedQueries().map(
    ({ query, judgements }) => [query, (ids: readonly string[]) => measureGain(ids, judgements)] as const,
  );
  console.log(`Shop queries, nDCG@10${areFeaturesTags ? ', with the features of products as tags' : ''}`);
  for (const method of methods) {
    const judged = await judgeAll(method, queries);
    const values = judged.map(({ value }) => value);
    const doubt = measureDoubt(values).toFixed(3);
    console.log(
      `  ${method.name.padEnd(12)} ${show(mean(values))}  ± ${doubt} for ${judged.length} other queries`,
    );
    if (method === methods[0] && !areFeaturesTags) printWorst(judged);
  }
  await close();
}

async function measureKnown() {
  const { methods, close } = await openMethods(readParts());
  const all = readKnownQueries();
  const types = [...new Set(all.map(({ type }) => type))];
  console.log(
    `Known items, MRR@10\n  ${''.padEnd(12)}${['all', ...types].map((type) => type.padStart(14)).join('')}`,
  );
  for (const method of methods) {
    const judged = await judgeAll(
      method,
      all.map(
        ({ query, relevant }) => [query, (ids: readonly string[]) => measureRank(ids, relevant)] as const,
      ),
    );
    const byType = types.map((type) => judged.filter((_, index) => all[index]?.type === type));
    const values = [judged, ...byType].map((some) => show(mean(some.map(({ value }) => value))).padStart(14));
    console.log(`  ${method.name.padEnd(12)}${values.join('')}`);
    if (method === methods[0]) printWorst(judged);
  }
  await close();
}

if (hasSharedData) {
  await measureShop(false);
  await measureShop(true);
  await measureKnown();
} else {
  console.log('Skipped: there is no ../shared/data/relevance beside this folder.');
}
