import { setTimeout as delay } from 'node:timers/promises';
import { wordsOf } from '../../server/contract/errors.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import type { Http } from '../platform/network/http.ts';
import { toNetworkFailure } from '../platform/network/network-failure.ts';
import type { ServerLink, ServerStatus, TellStatus } from './state.ts';

type RemotePolicy = {
  readonly whenReady: number;
  readonly whenOffline: number;
  readonly timeout: number;
};

export const defaultRemotePolicy: RemotePolicy = { whenReady: 15_000, whenOffline: 3_000, timeout: 5_000 };

type RemoteOptions = {
  readonly url: string;
  readonly http: Http;
  readonly onStatus: TellStatus;
  readonly policy: RemotePolicy;
};

/** Returns true for our health response: a captive portal, as in a hotel, answers 200 to everything. */
function isOurs(body: string): boolean {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'ok') === true;
  } catch {
    return false;
  }
}

/** Connects to a server that someone else runs, and checks it regularly so that the app reconnects by itself. */
export function createRemoteServer({ url, http, onStatus, policy }: RemoteOptions): ServerLink {
  let life = new AbortController();
  let pausing = new AbortController();

  const offline = (message: Words): ServerStatus => ({ url, status: 'offline', message, progress: null });

  async function look(signal: AbortSignal): Promise<ServerStatus> {
    try {
      const { statusCode, body } = await http.get(`${url}/healthz`, {
        throwHttpErrors: false,
        retry: { limit: 0 },
        timeout: { request: policy.timeout },
        signal,
      });
      if (statusCode === 200 && isOurs(body)) return { url, status: 'ready', message: null, progress: null };
      if (statusCode === 200)
        return offline(
          sentence`${{ url }} answers, but not as a Lodestock server. If this network has its own sign-in page, open it in a browser; otherwise check the server address in Settings. Lodestock keeps trying.`,
        );
      return offline(
        sentence`The server ${{ url }} answers with status ${{ status: statusCode }}. Check the server address in Settings; Lodestock keeps trying.`,
      );
    } catch (error) {
      return offline(wordsOf(toNetworkFailure(url, error)));
    }
  }

  async function watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const status = await look(signal);
      if (signal.aborted) return;
      onStatus(status);
      const pause = status.status === 'ready' ? policy.whenReady : policy.whenOffline;
      pausing = new AbortController();
      const ended = AbortSignal.any([signal, pausing.signal]);
      await delay(pause, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  function start(): void {
    life = new AbortController();
    onStatus({ url, status: 'starting', message: null, progress: null });
    void watch(life.signal);
  }

  const stop = async () => life.abort();

  return {
    kind: 'remote',
    expectedUrl: async () => url,
    start,
    stop,
    check: () => pausing.abort(),
    async restart() {
      await stop();
      start();
    },
  };
}
