import { setTimeout as delay } from 'node:timers/promises';
import { simpleModel } from '../../helpers/library-folder.ts';
import { ask } from '../ask.ts';
import type { Place } from '../place.ts';

type Change = {
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly word: string;
};

/** Copies a model into the library of the first file host; milliseconds from the host's feed until every site finds it. */
export async function proveChange(place: Place, { write, word }: Change) {
  const [host] = place.hosts;
  const feed = async () =>
    Number((await ask(`${host?.url}/api-sync/status.json`, { token: place.syncKey })).body.head);
  const before = await feed();
  write(simpleModel(word, { guid: word, title: word, priceUsd: 1 }));
  while ((await feed()) === before) await delay(5);
  const from = performance.now();
  const times = await Promise.all(
    place.sites.map(async ({ url }) => {
      while ((await ask(`${url}/api-embeddings/?q=${word}`)).body.total !== 1) await delay(5);
      return performance.now() - from;
    }),
  );
  return Math.max(...times);
}
