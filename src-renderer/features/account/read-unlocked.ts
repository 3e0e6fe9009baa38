import { limits } from '../../../server/contract/limits.ts';
import type { Api } from '../../api/api.ts';

const limit = limits.accountPage.max;

/** Returns the guids of the account's unlocked models: the known ones, and all newer ones. */
export async function readUnlocked(
  api: Api<'entitlements'>,
  known: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const guids = new Set(known);
  for (let offset = 0; ; offset += limit) {
    // Newest first.
    const { entitlements, hasMore } = await api.call('entitlements', { limit, offset });
    const oldest = entitlements.at(-1)?.guid ?? '';
    for (const { guid } of entitlements) guids.add(guid);
    if (!hasMore || known.has(oldest)) return guids;
  }
}
