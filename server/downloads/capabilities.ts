import type { Addresses } from '../addresses.ts';
import { topologyOf } from '../catalogue/models.ts';
import type { Clock } from '../clock.ts';
import { limits } from '../contract/limits.ts';
import { isSameText, sign } from '../keys.ts';

/** What a file host gives: the file itself, or the hashes of its leaves. */
export type CapabilityRoute = 'data' | 'leaves';

type Target = {
  readonly guid: string;
  readonly path: string;
  readonly expiresAt: number;
  readonly route?: CapabilityRoute;
};

export type Capabilities = {
  /** The address of a file, or of a folder when `path` ends in a slash, good until `expiresAt` (milliseconds). */
  toUrl(target: Target): string;
  isValid(capability: string, target: { guid: string; path: string }): boolean;
};

const form = /^([0-9a-z]{6,10})\.([A-Za-z0-9_-]{43})$/;

/**
 * Signed permission to read one topology folder of one model until a time. It stands in the path, so that relative
 * addresses inside the folder (a .gltf and its .bin) keep it.
 */
export function createCapabilities(key: Buffer, addresses: Addresses, clock: Clock): Capabilities {
  const macOf = (guid: string, folder: string, expiry: string) =>
    sign(key, 'capability', [guid, folder, expiry]);
  return {
    toUrl({ guid, path, expiresAt, route = 'data' }) {
      const expiry = Math.floor(expiresAt / 1000).toString(36);
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      const capability = `${expiry}.${macOf(guid, topologyOf(path), expiry)}`;
      return `${addresses.worker()}/${route}/${capability}/${guid}/${encoded}`;
    },
    isValid(capability, { guid, path }) {
      const [, expiry = '', mac = ''] = form.exec(capability) ?? [];
      const remaining = Number.parseInt(expiry, 36) * 1000 - clock();
      const isTimely = remaining > 0 && remaining <= limits.capability.max + 1000;
      return isTimely && isSameText(mac, macOf(guid, topologyOf(path), expiry));
    },
  };
}
