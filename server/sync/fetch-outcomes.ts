import pMap from 'p-map';
import { limits } from '../contract/limits.ts';
import type { HostChange } from './answers.ts';
import type { Change, Outcome } from './apply-change.ts';
import type { HostClient } from './host-client.ts';
import { HostFault } from './host-fault.ts';
import { readProduct } from './read-product.ts';

type FetchOutcomes = (
  changes: readonly HostChange[],
  options: { readonly isKnown: (change: HostChange) => boolean; readonly signal: AbortSignal },
) => Promise<readonly Change[]>;

type Parts = {
  readonly url: string;
  readonly client: HostClient;
  readonly defaultPriceCents: number | null;
};

const atOnce = 6;
/** Milliseconds for which a host is asked for products one by one after it refused several. */
const alonePause = 10 * 60_000;
/** How often a host can fail at one product while it answers everything else. */
const mostFailures = 3;

/** Fetches the products behind a host's changes. One product that fails never blocks the others for long. */
export function createFetchOutcomes({ url, client, defaultPriceCents }: Parts): FetchOutcomes {
  const failures = new Map<string, number>();
  const refused = (fault: string): Outcome => ({ kind: 'refused', fault });
  const withoutAddress = (message: string) => message.replace(`${url} `, '').replace(/\.$/, '');
  let aloneUntil = Number.NEGATIVE_INFINITY;

  /** Fetches several products at once; those missing from an answer are requested one by one. */
  const fetchTogether = async (guids: readonly string[], signal: AbortSignal) => {
    const answers = new Map<string, unknown>();
    for (let at = 0; guids.length - at > 1 && performance.now() >= aloneUntil; ) {
      const asked = guids.slice(at, at + limits.sync.products);
      const products = await client.products(asked, signal).catch((error: unknown) => {
        if (error instanceof HostFault) return [];
        throw error;
      });
      if (products === null) aloneUntil = performance.now() + alonePause;
      if (products === null || products.length === 0) break;
      for (const [index, product] of products.entries())
        answers.set(asked[index] ?? '', product === null ? null : { product });
      at += products.length;
    }
    return answers;
  };

  const read = (guid: string, answer: unknown): Outcome => {
    failures.delete(guid);
    if (answer === null) return refused('is announced, and not there');
    const found = readProduct(answer, { guid, defaultPriceCents });
    return 'model' in found ? { kind: 'product', ...found } : refused(found.fault);
  };

  const fetchProduct = async (guid: string, signal: AbortSignal): Promise<Outcome> => {
    try {
      return read(guid, await client.product(guid, signal));
    } catch (error) {
      if (!(error instanceof HostFault)) throw error;
      if (!error.isDown) return refused(`cannot be read: the host ${withoutAddress(error.message)}`);
      const count = (failures.get(guid) ?? 0) + 1;
      failures.set(guid, count);
      if (count < mostFailures) throw error;
      failures.delete(guid);
      return refused(`cannot be read: the host ${withoutAddress(error.message)}`);
    }
  };

  return async (changes, { isKnown, signal }) => {
    const known = new Set(changes.filter((change) => change.op === 'upsert' && isKnown(change)));
    const wanted = changes.filter((change) => change.op === 'upsert' && !known.has(change));
    const answers = await fetchTogether(
      wanted.map(({ guid }) => guid),
      signal,
    );
    const findOutcome = async (change: HostChange): Promise<Outcome> => {
      if (change.op === 'delete') return { kind: 'removed' };
      if (known.has(change)) return { kind: 'known' };
      const { guid } = change;
      return answers.has(guid) ? read(guid, answers.get(guid)) : fetchProduct(guid, signal);
    };
    const toChange = async (change: HostChange): Promise<Change> => {
      const { guid, offset, version } = change;
      return { guid, offset, version, outcome: await findOutcome(change) };
    };
    return pMap(changes, toChange, { concurrency: atOnce });
  };
}
