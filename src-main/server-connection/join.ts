import { AppError } from '../../server/contract/errors.ts';
import { joinWords, sentence, textOf, type Words } from '../../server/contract/sentence.ts';
import { toServerAddress } from '../../server/contract/server-address.ts';
import type { JoinAnswer, Settings } from '../platform/ipc/contract.ts';
import type { Http } from '../platform/network/http.ts';
import { describeNetworkFailure, toNetworkFailure } from '../platform/network/network-failure.ts';
import {
  type Destination,
  findDestination,
  type Resolve,
  resolveBySystem,
} from '../platform/network/reach.ts';
import { isThisComputer, openAddressFault, readServerAddress } from '../platform/network/server-address.ts';

type JoinOptions = {
  readonly http: Http;
  readonly resolve?: Resolve;
  readonly current: () => string | null;
  readonly follow: (address: string) => Promise<Settings>;
  /** Milliseconds to wait for a server. */
  readonly patience?: number;
};

type JoinRequest = {
  readonly address: string;
  /** The unencrypted address that the user agreed to use. */
  readonly accepted: string | null;
};

type Look = { readonly address: string; readonly failure: unknown };

const defaultPort = 8787;
const health = '/healthz';
const other = 'something else than Lodestock answers there';
/** The most parents of an address to try. */
const mostParents = 6;

function refuse(fault: Words): never {
  throw new AppError('INVALID_INPUT', fault, { details: { fields: { address: textOf(fault) } } });
}

/** Returns candidates for a server typed without https://: encrypted before plain, the usual ports before ours. */
function listCandidates(address: string, hasPort: boolean): string[] {
  const { host, pathname } = new URL(address);
  const plain = [host, ...(hasPort ? [] : [`${host}:${defaultPort}`])];
  return [address, ...plain.map((one) => toServerAddress(`http://${one}${pathname}`))];
}

/** Returns the parents of an address, nearest first, as users sometimes paste the address of a page. */
function listParents(address: string): string[] {
  const { origin, pathname } = new URL(address);
  const parts = pathname.split('/').slice(1, -1);
  const parents = parts.map((_, index) => `${origin}/${parts.slice(0, index + 1).join('/')}`).reverse();
  return pathname === '/' ? [] : [...parents, origin].slice(0, mostParents);
}

/** Joins the server at an address that a user typed or a link contained. */
export function createJoin(options: JoinOptions): (request: JoinRequest) => Promise<JoinAnswer> {
  const { http, current, follow, patience = 5000, resolve = resolveBySystem } = options;

  async function look(address: string): Promise<Look> {
    try {
      const answer = await http.get(`${address}${health}`, {
        retry: { limit: 0 },
        timeout: { request: patience },
      });
      const body: unknown = JSON.parse(answer.body);
      const led = toServerAddress(answer.url);
      if (Object(body).ok !== true || !led.endsWith(health)) throw new Error(other);
      const found = led.slice(0, -health.length);
      if (new URL(found).hostname !== new URL(address).hostname)
        throw new Error(`it leads on to ${found}; enter that address to join it`);
      return { address: found, failure: null };
    } catch (failure) {
      return { address, failure: failure instanceof SyntaxError ? new Error(other) : failure };
    }
  }

  async function findFirst(addresses: readonly string[]) {
    const looks = await Promise.all(addresses.map(look));
    return { looks, found: looks.find(({ failure }) => failure === null)?.address ?? null };
  }

  async function find(text: string): Promise<string> {
    const read = readServerAddress(text);
    if (!read.ok) refuse(read.fault);
    const candidates = read.hasScheme ? [read.address] : listCandidates(read.address, read.hasPort);
    const parents = candidates.flatMap(listParents);
    // A server that is away can still be joined if its address was typed in full.
    if (read.hasScheme && parents.length === 0) return read.address;
    const { looks, found } = await findFirst(candidates);
    if (found !== null) return found;
    const above = (await findFirst(parents)).found;
    if (above !== null)
      refuse(
        sentence`Lodestock answers at ${{ found: above }}, but not at ${{ url: read.address }}. Enter ${{ found: above }}.`,
      );
    if (read.hasScheme) return read.address;
    const reasons = looks.map(
      ({ address, failure }) => sentence`${{ address }}: ${{ reason: describeNetworkFailure(failure) }}`,
    );
    throw new AppError(
      'UNAVAILABLE',
      sentence`No Lodestock server answers at “${{ url: text.trim() }}” (${{ reason: joinWords('; ', reasons) }}). Check the address with the server’s admin.`,
    );
  }

  async function locate(address: string): Promise<Destination> {
    return findDestination(new URL(address).hostname, resolve).catch((error: unknown) => {
      throw toNetworkFailure(address, error);
    });
  }

  return async ({ address: typed, accepted }) => {
    const address = await find(typed);
    const { protocol, hostname } = new URL(address);
    if (protocol === 'http:' && address !== current() && !isThisComputer(hostname)) {
      const { reach, addresses } = await locate(address);
      if (reach === 'internet') refuse(openAddressFault(address));
      if (accepted !== address) return { status: 'ask', address, addresses: [...addresses] };
    }
    return { status: 'joined', settings: await follow(address) };
  };
}
