import { z } from 'zod';
import { sentence, type Words } from '../contract/sentence.ts';
import { ChangesAnswer, findPageFault, StatusAnswer } from './answers.ts';
import { HostFault } from './host-fault.ts';
import { type Resolve, requireOwnNetwork, resolveBySystem } from './own-network.ts';

export type HostClient = ReturnType<typeof createHostClient>;

type Settings = { readonly url: string; readonly key: string; readonly resolve?: Resolve };
type Ask = {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Milliseconds for the whole answer. */
  readonly patience: number;
  readonly maxBytes: number;
  /** Sent as JSON. */
  readonly body?: object;
};

const patience = { status: 5_000, changes: 15_000, product: 30_000 };
const mebi = 1024 * 1024;
const maxBytes = { status: 64 * 1024, changes: mebi, product: 16 * mebi, products: 32 * mebi };

async function readBody(response: Response, most: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/**
 * A client for one file host. Whatever the host does, each answer is bounded in time and size, comes from that host and
 * has the expected form; otherwise throws a HostFault. Follows no redirects, which could leak the key.
 */
export function createHostClient({ url, key, resolve = resolveBySystem }: Settings) {
  const down = (what: Words, cause?: unknown) => new HostFault(url, what, { isDown: true, cause });
  const wrong = (what: Words, cause?: unknown) => new HostFault(url, what, { cause });

  const receive = async ({ path, signal, patience: most, maxBytes: limit, body }: Ask) => {
    await requireOwnNetwork(url, resolve);
    const response = await fetch(`${url}/api-sync/${path}`, {
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(most)]),
    });
    const { status, ok } = response;
    const text = ok ? await readBody(response, limit) : '';
    if (!ok || text === null) await response.body?.cancel().catch(() => {});
    return { status, text };
  };
  /** The JSON of an answer; undefined if there is nothing at the address. */
  const ask = async (wish: Ask): Promise<unknown> => {
    const { status, text } = await receive(wish).catch((cause: unknown) => {
      wish.signal.throwIfAborted();
      if (cause instanceof HostFault) throw cause;
      const isSlow = cause instanceof Error && cause.name === 'TimeoutError';
      throw down(
        isSlow
          ? sentence`did not finish an answer within ${{ time: wish.patience }} ms.`
          : 'is not responding.',
        cause,
      );
    });
    if (status === 404 || (status === 405 && wish.body)) return undefined;
    if (status === 401 || status === 403)
      throw wrong('rejects the sync key. Give site and host the same LODESTOCK_SYNC_KEY.');
    if (status >= 300 && status < 400)
      throw wrong('sends elsewhere. Set LODESTOCK_HOSTS to the address it redirects to.');
    if (status === 429 || status >= 500) throw down(sentence`answered ${{ status }}.`);
    if (status < 200 || status >= 300)
      throw wrong(sentence`answered ${{ status }} to ${{ path: wish.path.replace(/\?.*/, '') }}.`);
    if (text === null) throw wrong(sentence`answered more than ${{ count: wish.maxBytes }} bytes.`);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw wrong('did not answer with JSON.', cause);
    }
  };
  const read = <S extends z.ZodType>(schema: S, answer: unknown, what: string): z.output<S> => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'body';
    throw wrong(sentence`answered a wrong ${{ what }} (${{ where }}: ${{ reason: issue?.message ?? '' }}).`);
  };

  return {
    async status(signal: AbortSignal, most: number = patience.status) {
      const wish = { path: 'status.json', signal, patience: most, maxBytes: maxBytes.status };
      return read(StatusAnswer, await ask(wish), 'status');
    },
    /** Changes after an offset, in order; waits up to `waitMs` for the first. */
    async changes(
      { since, limit, waitMs }: { since: number; limit: number; waitMs: number },
      signal: AbortSignal,
    ) {
      const path = `changes?since=${since}&limit=${limit}${waitMs > 0 ? `&waitMs=${waitMs}` : ''}`;
      const wish = { path, signal, patience: patience.changes + waitMs, maxBytes: maxBytes.changes };
      const page = read(ChangesAnswer, await ask(wish), 'list of changes');
      const fault = findPageFault(page, { since, limit });
      if (fault !== null) throw wrong(`${fault}.`);
      return page;
    },
    /** The host's raw answer about a product; null if it has none. */
    async product(guid: string, signal: AbortSignal) {
      const path = `product/${encodeURIComponent(guid)}`;
      const answer = await ask({ path, signal, patience: patience.product, maxBytes: maxBytes.product });
      return answer === undefined ? null : answer;
    },
    /**
     * The same for several products, in order; fewer if the answer would be long, and null for each that the host
     * lacks. Null if the host only answers for one product at a time.
     */
    async products(guids: readonly string[], signal: AbortSignal) {
      const wish = { signal, patience: patience.product, maxBytes: maxBytes.products };
      const answer = await ask({ ...wish, path: 'products', body: { guids } });
      if (answer === undefined) return null;
      const schema = z.object({ products: z.array(z.unknown()).min(1).max(guids.length) });
      return read(schema, answer, 'list of products').products;
    },
  };
}
