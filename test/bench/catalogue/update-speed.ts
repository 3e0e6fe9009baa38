import type { Db } from '../../../server/base/db/open-database.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { modelData } from '../../helpers/model-data.ts';
import type { OurContenders } from './our-contender.ts';

const repetitions = 5;

const modelWith = (word: string) =>
  modelData(`Changed ${word}`, {
    guid: 'bench-changed',
    folder: 'bench-changed',
    description: 'A model whose title changes.',
    tags: ['changed'],
    contentHash: 'same',
    metadataHash: word,
  });

/** Milliseconds from the change of one model to its being found, the median; throws when it is not found. */
export async function timeUpdate(db: Db, { engine }: OurContenders): Promise<number> {
  const writer = createCatalogueWriter(db, Date.now);
  const taken: number[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    const word = `zzchanged${String.fromCharCode(97 + count).repeat(4)}`;
    const start = performance.now();
    writer.transaction(() => writer.put(modelWith(word)));
    await engine.apply();
    const { total } = await engine.search({
      words: word,
      sort: 'relevance',
      limit: 24,
      offset: 0,
      filters: {},
    });
    if (total !== 1) throw new Error(`after its change the model was found ${total} times`);
    taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b)[Math.floor(repetitions / 2)] ?? Number.NaN;
}
