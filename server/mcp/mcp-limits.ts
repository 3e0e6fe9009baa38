import type { Callers } from '../accounts/access/callers.ts';
import type { Clock } from '../base/clock.ts';
import { createRateLimiter } from '../base/http/rate-limit.ts';
import { limits } from '../contract/limits.ts';
import type { Exchange } from './exchange.ts';

export type McpLimits = ReturnType<typeof createMcpLimits>;

/** The contract's limits for agents, counted per key, or per address without one. Each throws RATE_LIMITED. */
export function createMcpLimits(callers: Callers, clock: Clock) {
  const { search, freeDownload, download, read } = limits.rates.mcp;
  const searches = createRateLimiter(search, { clock, what: 'searches' });
  const reads = createRateLimiter(read, { clock, what: 'requests' });
  const freeDownloads = createRateLimiter(freeDownload, { clock, what: 'free downloads' });
  const downloads = createRateLimiter(download, { clock, what: 'downloads' });
  const whoIs = ({ address, bearer }: Exchange) => {
    const caller = bearer === null ? null : callers.find(bearer);
    return caller === null ? `address ${address}` : `token ${caller.tokenId}`;
  };
  return {
    countSearch: (exchange: Exchange) => searches.hit(whoIs(exchange)),
    /** Details, categories, resources. */
    countRead: (exchange: Exchange) => reads.hit(whoIs(exchange)),
    /** `tokenId` is null for a free file that needs no key. */
    countDownload: (exchange: Exchange, tokenId: string | null) =>
      tokenId === null ? freeDownloads.hit(whoIs(exchange)) : downloads.hit(`token ${tokenId}`),
  };
}
