import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Http } from '../platform/network/http.ts';
import type { ServerStatus } from './state.ts';

type ReadinessOptions = {
  readonly http: Http;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly interval: number;
  readonly onStatus: (status: ServerStatus) => void;
};

const Progress = z.object({ details: z.object({ done: z.number(), total: z.number() }) });

function readProgress(text: string): { done: number; total: number } | null {
  try {
    return Progress.parse(JSON.parse(text)).details;
  } catch {
    return null;
  }
}

/** Polls `/readyz` until the first library scan is searchable, and reports its progress. */
export async function watchReadiness({
  http,
  url,
  signal,
  interval,
  onStatus,
}: ReadinessOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await http.get(`${url}/readyz`, { throwHttpErrors: false, retry: { limit: 0 }, signal });
      if (answer.statusCode === 200) return onStatus({ url, status: 'ready', message: null, progress: null });
      onStatus({ url, status: 'indexing', message: null, progress: readProgress(answer.body) });
    } catch {
      // The owner of the server process reports its exit.
    }
    await delay(interval, undefined, { signal }).catch(() => undefined);
  }
}
