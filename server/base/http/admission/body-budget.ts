import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../../contract/limits.ts';
import { hasBody } from './leave-body.ts';

type Limits = { readonly most: number; readonly perNetwork: number };
type Call = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Bodies are read whole, so what is on its way is bounded: in all, and for each network. */
export function createBodyBudget({ most, perNetwork }: Limits) {
  const shares = new Map<string | null, number>();
  let reserved = 0;
  const change = (network: string | null, bytes: number) => {
    reserved += bytes;
    const share = (shares.get(network) ?? 0) + bytes;
    if (share === 0) shares.delete(network);
    else shares.set(network, share);
  };

  return {
    /** Bytes that are reserved now. */
    bytes: () => reserved,
    /** Keeps room for the body of a request until it is answered; false when there is none. `network` null has no share. */
    reserve({ request, response }: Call, network: string | null): boolean {
      if (!hasBody(request)) return true;
      // Without a length, the limit of nearly every route; one that is beyond every route's is refused by the route.
      const bytes = Number(request.headers['content-length'] ?? limits.bodyBytes);
      if (bytes > most) return true;
      const share = network === null ? 0 : (shares.get(network) ?? 0);
      // A body of its own size is let in even where it is larger than a share.
      if ((share > 0 && share + bytes > perNetwork) || reserved + bytes > most) return false;
      change(network, bytes);
      response.once('close', () => change(network, -bytes));
      return true;
    },
  };
}
