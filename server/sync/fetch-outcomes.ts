import pMap from 'p-map';
import type { HostChange } from './answers.ts';
import type { Change, Outcome } from './apply-change.ts';
import type { HostClient } from './host-client.ts';
import { HostFault } from './host-fault.ts';
import { readProduct } from './read-product.ts';

export type FetchOutcomes = (
  changes: readonly HostChange[],
  options: { readonly isKnown: (change: HostChange) => boolean; readonly signal: AbortSignal },
) => Promise<readonly Change[]>;

type Parts = {
  readonly url: string;
  readonly client: HostClient;
  readonly defaultPriceCents: number;
};

const atOnce = 6;
/** How often a host may fail at one product while it answers everything else. */
const mostFailures = 3;

/** Asks a host for the products behind its changes. One product that it cannot give never stops the others for long. */
export function createFetchOutcomes({ url, client, defaultPriceCents }: Parts): FetchOutcomes {
  const failures = new Map<string, number>();
  const refused = (fault: string): Outcome => ({ kind: 'refused', fault });
  const withoutAddress = (message: string) => message.replace(`${url} `, '').replace(/\.$/, '');

  const fetchProduct = async (guid: string, signal: AbortSignal): Promise<Outcome> => {
    try {
      const answer = await client.product(guid, signal);
      failures.delete(guid);
      if (answer === null) return refused('is announced, and not there');
      const found = readProduct(answer, { guid, defaultPriceCents });
      return 'model' in found ? { kind: 'product', ...found } : refused(found.fault);
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

  return (changes, { isKnown, signal }) => {
    const fetchOutcome = async (change: HostChange): Promise<Change> => {
      const { guid, offset, version, op } = change;
      if (op === 'delete') return { guid, offset, version, outcome: { kind: 'removed' } };
      if (isKnown(change)) return { guid, offset, version, outcome: { kind: 'known' } };
      return { guid, offset, version, outcome: await fetchProduct(guid, signal) };
    };
    return pMap(changes, fetchOutcome, { concurrency: atOnce });
  };
}
