import { AppError } from '../../server/contract/errors.ts';
import type { Http } from '../http.ts';
import type { JoinAnswer, Settings } from '../ipc/contract.ts';
import { type Destination, findDestination, type Resolve, resolveBySystem } from '../network/reach.ts';
import { describeNetworkFailure, toNetworkFailure } from '../network-failure.ts';
import { isThisComputer, openAddressFault, readServerAddress } from './address.ts';

type JoinOptions = {
  readonly http: Http;
  readonly resolve?: Resolve;
  /** The server that is followed now. */
  readonly current: () => string | null;
  /** Follows this origin from now on. */
  readonly follow: (origin: string) => Promise<Settings>;
  /** Milliseconds that a server may take to answer. */
  readonly patience?: number;
};

type JoinRequest = {
  readonly address: string;
  /** The origin of which the person was told that it is not encrypted, and agreed. */
  readonly accepted: string | null;
};

type Look = { readonly origin: string; readonly failure: unknown };

const defaultPort = 8787;

function refuse(fault: string): never {
  throw new AppError('INVALID_INPUT', fault, { details: { fields: { address: fault } } });
}

/** Where a server may be that was typed without https://: encrypted before plain, the usual ports before ours. */
function listCandidates(origin: string, hasPort: boolean): string[] {
  const { host } = new URL(origin);
  const plain = [`http://${host}`, ...(hasPort ? [] : [`http://${host}:${defaultPort}`])];
  return [origin, ...plain];
}

/** Joins the server at an address that a person typed, or was given by a link. */
export function createJoin(options: JoinOptions): (request: JoinRequest) => Promise<JoinAnswer> {
  const { http, current, follow, patience = 5000, resolve = resolveBySystem } = options;

  async function look(origin: string): Promise<Look> {
    try {
      const answer = await http.get(`${origin}/healthz`, {
        retry: { limit: 0 },
        timeout: { request: patience },
      });
      const body: unknown = JSON.parse(answer.body);
      if (Object(body).ok !== true) throw new Error('something else than Lodestock answers there');
      const led = new URL(answer.url);
      if (led.hostname !== new URL(origin).hostname)
        throw new Error(`it leads on to ${led.origin}; enter that address to join it`);
      return { origin: led.origin, failure: null };
    } catch (failure) {
      const isOther = failure instanceof SyntaxError;
      return {
        origin,
        failure: isOther ? new Error('something else than Lodestock answers there') : failure,
      };
    }
  }

  async function find(text: string): Promise<string> {
    const address = readServerAddress(text);
    if (!address.ok) refuse(address.fault);
    if (address.hasScheme) return address.origin;
    const looks = await Promise.all(listCandidates(address.origin, address.hasPort).map(look));
    const found = looks.find(({ failure }) => failure === null);
    if (found) return found.origin;
    const reasons = looks.map(({ origin, failure }) => `${origin}: ${describeNetworkFailure(failure)}`);
    throw new AppError(
      'UNAVAILABLE',
      `No Lodestock server answers at “${text.trim()}” (${reasons.join('; ')}). Check the address with the server’s admin.`,
    );
  }

  async function locate(origin: string): Promise<Destination> {
    return findDestination(new URL(origin).hostname, resolve).catch((error: unknown) => {
      throw toNetworkFailure(origin, error);
    });
  }

  return async ({ address, accepted }) => {
    const origin = await find(address);
    const { protocol, hostname } = new URL(origin);
    if (protocol === 'http:' && origin !== current() && !isThisComputer(hostname)) {
      const { reach, addresses } = await locate(origin);
      if (reach === 'internet') refuse(openAddressFault(origin));
      if (accepted !== origin) return { status: 'ask', origin, addresses: [...addresses] };
    }
    return { status: 'joined', settings: await follow(origin) };
  };
}
