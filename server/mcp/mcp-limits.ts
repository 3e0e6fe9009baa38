import type { Callers } from '../accounts/access/callers.ts';
import type { Clock } from '../base/clock.ts';
import { createRateLimiter } from '../base/http/rate-limit.ts';
import { limits } from '../contract/limits.ts';
import type { Exchange } from './exchange.ts';

export type McpLimits = {
  countSearch(exchange: Exchange): void;
  /** Details, categories, resources. */
  countRead(exchange: Exchange): void;
  /** `tokenId` is null for a free file that needs no key. */
  countDownload(exchange: Exchange, tokenId: string | null): void;
};

/** The contract's limits for agents, counted per key, or per address without one. Each throws RATE_LIMITED. */
export function createMcpLimits(callers: Callers, clock: Clock): McpLimits {
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
    countSearch: (exchange) => searches.hit(whoIs(exchange)),
    countRead: (exchange) => reads.hit(whoIs(exchange)),
    countDownload: (exchange, tokenId) =>
      tokenId === null ? freeDownloads.hit(whoIs(exchange)) : downloads.hit(`token ${tokenId}`),
  };
}
