import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { isSameText, sign } from '../base/keys.ts';
import type { HostUrlOf } from '../catalogue/model/host-urls.ts';
import { topologyOf } from '../catalogue/model/models.ts';
import { limits } from '../contract/limits.ts';

/** What a file host gives: the file itself, the hashes of its leaves, or a ZIP of its topology folder. */
export type CapabilityRoute = 'data' | 'leaves' | 'zip';

type Target = {
  readonly guid: string;
  readonly path: string;
  readonly expiresAt: number;
  readonly route?: CapabilityRoute;
};

export type Capabilities = {
  /** The address of a file, or of a folder when `path` ends in a slash, good until `expiresAt` (milliseconds). */
  toUrl(target: Target): string;
  /** The capability alone. */
  permit(target: Omit<Target, 'route'>): string;
  isValid(capability: string, target: { guid: string; path: string }): boolean;
};

type Parts = {
  readonly key: Buffer;
  /** Shared by a site and its file hosts: what the site signs with it, its hosts accept. */
  readonly syncKey: string | null;
  readonly addresses: Addresses;
  readonly hostUrlOf: HostUrlOf;
  readonly clock: Clock;
};
type Signed = { readonly guid: string; readonly folder: string; readonly expiry: string };

const form = /^([0-9a-z]{6,10})\.([A-Za-z0-9_-]{43})$/;

const mostKept = 10_000;

/**
 * Signed permission to read one topology folder of one model until a time. It stands in the path, so that relative
 * addresses inside the folder (a .gltf and its .bin) keep it.
 */
export function createCapabilities({ key, syncKey, addresses, hostUrlOf, clock }: Parts): Capabilities {
  const sharedKey = syncKey === null ? null : createHash('sha256').update(`capability ${syncKey}`).digest();
  const macWith = (used: Buffer, { guid, folder, expiry }: Signed) =>
    sign(used, 'capability', [guid, folder, expiry]);
  // Files of one topology folder share their permission.
  const made = new LRUCache<string, string>({ max: mostKept });
  const permit = (isShared: boolean, signed: Signed) => {
    const claim = `${isShared} ${signed.guid}/${signed.folder}/${signed.expiry}`;
    const known = made.get(claim);
    if (known !== undefined) return known;
    const capability = `${signed.expiry}.${macWith(isShared && sharedKey !== null ? sharedKey : key, signed)}`;
    made.set(claim, capability);
    return capability;
  };
  // A .gltf's textures come one by one under the same capability.
  const proven = new LRUCache<string, true>({ max: mostKept });
  const isProven = (capability: string, guid: string, folder: string) => {
    const claim = `${capability}/${guid}/${folder}`;
    if (proven.get(claim)) return true;
    const [, expiry = '', mac = ''] = form.exec(capability) ?? [];
    const isBy = (used: Buffer) => isSameText(mac, macWith(used, { guid, folder, expiry }));
    if (!isBy(key) && (sharedKey === null || !isBy(sharedKey))) return false;
    proven.set(claim, true);
    return true;
  };
  const permitFor = (hostUrl: string | null, { guid, path, expiresAt }: Omit<Target, 'route'>) => {
    const expiry = Math.floor(expiresAt / 1000).toString(36);
    return permit(hostUrl !== null, { guid, folder: topologyOf(path), expiry });
  };
  return {
    toUrl({ route = 'data', ...target }) {
      const { guid, path } = target;
      const hostUrl = hostUrlOf(guid);
      const capability = permitFor(hostUrl, target);
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      return `${hostUrl ?? addresses.worker()}/${route}/${capability}/${guid}/${encoded}`;
    },
    permit: (target) => permitFor(hostUrlOf(target.guid), target),
    isValid(capability, { guid, path }) {
      const remaining = Number.parseInt(capability, 36) * 1000 - clock();
      const isTimely = remaining > 0 && remaining <= limits.capability.max + 1000;
      return isTimely && isProven(capability, guid, topologyOf(path));
    },
  };
}
