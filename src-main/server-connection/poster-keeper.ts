import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { PosterProgress } from '../../server/contract/posters.ts';
import type { Http } from '../platform/network/http.ts';
import type { Log } from '../platform/storage/log.ts';
import type { OpenPosterWindow, PosterWindow } from './poster-window.ts';

export type PosterCount = { readonly done: number; readonly total: number };

type Options = {
  readonly http: Http;
  readonly log: Log;
  /** The secret by which our own server recognises its renderer. */
  readonly key: string;
  readonly openWindow: OpenPosterWindow;
  /** Null if there is nothing to render. */
  readonly onProgress: (count: PosterCount | null) => void;
  readonly interval: number;
};

const Progress = PosterProgress.pick({ waiting: true, done: true, failed: true, hung: true });
type Progress = z.infer<typeof Progress>;

const toCount = ({ waiting, done, failed }: Progress): PosterCount | null =>
  waiting === 0 ? null : { done: done + failed, total: done + failed + waiting };

/** Keeps the rendering page open while models on the app's own server wait for posters. */
export function createPosterKeeper({ http, log, key, openWindow, onProgress, interval }: Options) {
  let life: AbortController | null = null;
  let followed: string | null = null;
  let window: PosterWindow | null = null;
  let hung = 0;
  const headers = { authorization: `Bearer ${key}` };

  const close = () => {
    window?.close();
    window = null;
  };
  const open = (url: string) => {
    window = openWindow(`${url}/posters-render#${key}`, (reason) => {
      window = null;
      log.warn('posters.window-gone', { reason });
      http
        .post(`${url}/api/posters/lost`, { headers, json: { reason }, retry: { limit: 0 } })
        .catch(() => undefined); // the server times out the job
    });
  };
  const look = async (url: string, signal: AbortSignal) => {
    const answer = await http.get(`${url}/api/posters/progress`, { headers, signal }).json();
    const progress = Progress.parse(answer);
    signal.throwIfAborted();
    if (progress.hung > hung) {
      log.warn('posters.window-hung', {});
      close();
    }
    hung = progress.hung;
    if (progress.waiting === 0) close();
    else if (window === null) open(url);
    onProgress(toCount(progress));
  };
  const run = async (url: string, signal: AbortSignal) => {
    while (!signal.aborted) {
      await look(url, signal).catch(() => undefined); // the owner of the server process reports its exit
      await delay(interval, undefined, { signal }).catch(() => undefined);
    }
  };
  const rest = () => {
    life?.abort();
    life = null;
    followed = null;
    close();
  };
  return {
    /** Renders the posters that a server is waiting for, until `rest`. */
    follow(url: string): void {
      if (followed === url) return;
      rest();
      hung = 0;
      followed = url;
      life = new AbortController();
      void run(url, life.signal);
    },
    rest,
  };
}
