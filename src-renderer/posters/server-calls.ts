import type { OutputOf } from '../../server/contract/index.ts';
import { createWebApi } from '../api/web-api.ts';
import { sitePath } from '../lib/site-path.ts';

type Claimed = OutputOf<'claimPoster'>;
export type PictureTexts = {
  readonly small: string;
  readonly medium: string;
  readonly large: string;
  /** Absent if the model has no turn views. */
  readonly turn?: string;
  /** True if everything is rendered in the colour of clay. */
  readonly isClay: boolean;
  readonly jpeg: { readonly small: string; readonly medium: string };
};

export type PosterServer = {
  readonly claim: () => Promise<Claimed>;
  readonly deliver: (token: string, pictures: PictureTexts) => Promise<void>;
  readonly keepOwn: (token: string, isTexture: boolean) => Promise<void>;
  readonly fail: (token: string, reason: string) => Promise<void>;
  /** Fetches a poster or texture of a job. */
  readonly fetchFile: (address: string) => Promise<Response>;
  /** Reports that this browser cannot render anything. */
  readonly giveUp: (reason: string) => Promise<void>;
};

/** The server's API for a renderer: with its key, or as the signed-in admin. */
export function createPosterServer(key: string | null): PosterServer {
  const fetchWithKey = (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    return fetch(address, { ...init, headers });
  };
  const api = createWebApi((path, init) => fetchWithKey(`${sitePath}${path}`, init), {
    hasSession: key === null,
  });
  return {
    fetchFile: (address) => fetchWithKey(address),
    claim: () => api.call('claimPoster', {}),
    deliver: async (token, pictures) => void (await api.call('deliverPosters', { token, ...pictures })),
    keepOwn: async (token, isTexture) => void (await api.call('keepOwnPoster', { token, isTexture })),
    fail: async (token, reason) =>
      void (await api.call('failPoster', { token, reason: reason.slice(0, 1000) || 'unknown' })),
    giveUp: async (reason) => void (await api.call('losePosterRenderer', { reason })),
  };
}
