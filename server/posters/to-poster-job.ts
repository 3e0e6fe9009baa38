import type { Addresses } from '../addresses.ts';
import { posterSizes } from '../catalogue/model-row.ts';
import type { InventoryFile } from '../catalogue/models.ts';
import type { Clock } from '../clock.ts';
import type { PosterJob } from '../contract/posters.ts';
import type { Capabilities } from '../downloads/capabilities.ts';
import type { Claim } from './poster-queue.ts';

type Tools = {
  readonly capabilities: Capabilities;
  readonly addresses: Addresses;
  readonly clock: Clock;
  readonly timeoutMs: number;
};

const mostTextures = 40;

/** A claim as the page wants it: addresses are paths, because a renderer may reach the server by another name. */
export function toPosterJob({ lease, candidates, inventory }: Claim, tools: Tools): PosterJob {
  const { capabilities, addresses, clock, timeoutMs } = tools;
  const { guid, title, token, isOwnCheck } = lease;
  const expiresAt = clock() + 2 * timeoutMs + 60_000;
  const toPath = (path: string) =>
    capabilities.toUrl({ guid, path, expiresAt }).slice(addresses.worker().length);
  const toSupport = (path: string) => ({ relativePath: path, url: toPath(path) });
  const toCandidate = ({ format, relativePath, needs }: InventoryFile) => ({
    format,
    ...toSupport(relativePath),
    support: needs.map(toSupport),
  });
  const textures = inventory.filter(({ role }) => role === 'texture').slice(0, mostTextures);
  return {
    ...{ token, guid, title, timeoutMs },
    candidates: isOwnCheck ? [] : candidates.map(toCandidate),
    ownPosters: isOwnCheck ? posterSizes.map((size) => `/posters/${guid}/${size}`) : [],
    textures: isOwnCheck ? textures.map(({ relativePath }) => toPath(relativePath)) : [],
  };
}
