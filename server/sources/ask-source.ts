import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import packageJson from '../../package.json' with { type: 'json' };
import type { Clock } from '../base/clock.ts';
import { guardLookup, isPublicAddress } from '../base/public-address.ts';
import type { SourceSettings } from '../config/sources-settings.ts';
import { inTurn, sentence, type Words } from '../contract/sentence.ts';
import { readRetryAfter } from '../shared/read-retry-after.ts';
import { SourceFault } from './source.ts';

const minute = 60_000;
const patience = 15_000;
const maxBytes = 8 * 1024 * 1024;
const longestPause = 60 * minute;
const redirects = new Set([301, 302, 303, 307, 308]);

type Ask = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON or as a form. */
  readonly body?: object | URLSearchParams;
};
type Received = { readonly status: number; readonly location: string | null; readonly text: string };

/** Counts requests of the last minute, and obeys pauses that the source asked for. */
function createTurns({ perMinute }: SourceSettings, clock: Clock) {
  let made: number[] = [];
  let pausedUntil = 0;
  const left = () => {
    made = made.filter((at) => at > clock() - minute);
    return clock() < pausedUntil ? 0 : perMinute - made.length;
  };
  return {
    left,
    take() {
      if (left() > 0) return void made.push(clock());
      const until = Math.max(pausedUntil, (made[0] ?? 0) + minute);
      const retryAfterSeconds = Math.max(1, Math.ceil((until - clock()) / 1000));
      const why =
        clock() < pausedUntil
          ? 'The source asked for a pause.'
          : sentence`The source may be asked ${{ count: perMinute }} times a minute.`;
      throw new SourceFault(inTurn(why, sentence`Try again in ${{ seconds: retryAfterSeconds }} seconds.`), {
        retryAfterSeconds,
      });
    },
    pause(retryAfter: string | undefined) {
      const wait = (readRetryAfter(retryAfter, clock()) ?? 60) * 1000;
      pausedUntil = clock() + Math.min(Math.max(wait, 1000), longestPause);
    },
  };
}

/**
 * Returns why a source must not use a URL. API calls go to the source's own hosts; files can be on any public https
 * host. Private addresses need the setting. Host names are checked again when resolved.
 */
export function findAddressFault(settings: SourceSettings, address: string, isFile: boolean): Words | null {
  if (!URL.canParse(address)) return 'The source names an address that is none.';
  const { protocol, host, hostname, username } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'https:' || (protocol === 'http:' && settings.private);
  if (!isSecure || username !== '')
    return sentence`The source names ${{ protocol }}//${{ host }}, which is no safe address.`;
  const isOwn = isIP(bare) === 0 ? /^localhost$|\.localhost$|^[^.]+$/.test(bare) : !isPublicAddress(bare);
  if (isOwn && !settings.private) return sentence`The source leads to ${{ host }} in a private network.`;
  const isKnown = host === new URL(settings.address).host || settings.hosts.includes(host);
  return isFile || isKnown ? null : sentence`The source leads to ${{ host }}, which is not in its settings.`;
}

export type AskSource = ReturnType<typeof createAskSource>;

/** The only way to request a source: own hosts, a rate limit, obeyed pauses, no redirects, bounded size and time. */
export function createAskSource(settings: SourceSettings, clock: Clock, contact: () => string) {
  const turns = createTurns(settings, clock);
  const mayReach = settings.private ? () => true : isPublicAddress;

  const send = (address: string, { headers = {}, body }: Ask): Promise<Received> =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method: body ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          'user-agent': `Lodestock/${packageJson.version} (+${contact()})`,
          ...(body && { 'content-type': type }),
          ...headers,
        },
        lookup: guardLookup(url.hostname.replace(/^\[|\]$/g, ''), mayReach),
        signal: AbortSignal.timeout(patience),
      });
      request.on('error', reject);
      request.on('response', async (response) => {
        try {
          const { statusCode: status = 0, headers: told } = response;
          if (status === 429 || status === 503) turns.pause(told['retry-after']);
          const chunks: Buffer[] = [];
          let size = 0;
          for await (const chunk of response) {
            size += chunk.length;
            if (size > maxBytes)
              throw new SourceFault(sentence`The source answered more than ${{ count: maxBytes }} bytes.`);
            chunks.push(chunk);
          }
          resolve({ status, location: told.location ?? null, text: Buffer.concat(chunks).toString() });
        } catch (error) {
          request.destroy();
          reject(error);
        }
      });
      request.end(isForm ? body.toString() : body && JSON.stringify(body));
    });

  const receive = async (address: string, ask: Ask): Promise<Received> => {
    const fault = findAddressFault(settings, address, false);
    if (fault !== null) throw new SourceFault(fault);
    turns.take();
    const answer = await send(address, ask).catch((error: unknown) => {
      if (error instanceof SourceFault) throw error;
      const isSlow = error instanceof Error && /abort|timeout/i.test(error.name);
      throw new SourceFault(isSlow ? 'The source did not answer in time.' : 'The source cannot be reached.');
    });
    const { status } = answer;
    if (status === 429 || status === 503) turns.take();
    if (status === 401 || status === 403)
      throw new SourceFault(
        settings.key === undefined ? 'The source asks for a key.' : 'The source refuses its key.',
      );
    if (status === 404 || status === 410)
      throw new SourceFault('The source has no such model or file.', { isMissing: true });
    return answer;
  };

  return {
    settings,
    requestsLeft: turns.left,
    async json(address: string, ask: Ask = {}): Promise<unknown> {
      const { status, text } = await receive(address, ask);
      if (redirects.has(status)) throw new SourceFault('The source sends its questions to another address.');
      if (status !== 200) throw new SourceFault(sentence`The source answered ${{ status }}.`);
      try {
        return JSON.parse(text);
      } catch {
        throw new SourceFault('The source did not answer with JSON.');
      }
    },
    /** The target of a redirect, without following it. */
    async redirect(address: string): Promise<string> {
      const { status, location } = await receive(address, {});
      if (!redirects.has(status) || location === null)
        throw new SourceFault('The source gives no address for this file.');
      return new URL(location, address).href;
    },
  };
}
