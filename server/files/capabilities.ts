import { createHash, hash } from 'node:crypto';
import { keepLatest } from '../base/cache/keep-latest.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import type { Core } from '../base/core.ts';
import { isSameText, sign } from '../base/keys.ts';
import type { HostUrlOf } from '../catalogue/model/model-hosts.ts';
import { limits } from '../contract/limits.ts';
import { toUrlPath } from '../contract/relative-path.ts';
import type { EdgePermits } from './edge-permits.ts';

/** The resource: the file itself, its chunk hashes, a ZIP of its topology folder, or a model's posters. */
export type CapabilityRoute = 'data' | 'leaves' | 'zip' | 'posters';

type Permission = {
  readonly guid: string;
  /** The file, whose support files are included, or the archive. */
  readonly of: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly route?: CapabilityRoute;
  /** The token that asked, which the permission ends with; null if none is needed. */
  readonly grantedBy: string | null;
};

type Address = {
  readonly guid: string;
  /** A file, or a folder if it ends in a slash. */
  readonly path: string;
  readonly route?: CapabilityRoute;
  readonly capability: string;
};

export type Capabilities = ReturnType<typeof createCapabilities>;
export type Opened = { readonly guid: string; readonly path: string; readonly route: CapabilityRoute };

type Parts = Pick<Core, 'addresses' | 'clock'> & {
  readonly key: Buffer;
  /** Shared by a site and its file hosts: hosts accept what the site signs with it. */
  readonly syncKey: string | null;
  readonly edge: EdgePermits | null;
  readonly hostUrlOf: HostUrlOf;
  /** Whether a token of this server still belongs to an account that can have what is opened. */
  readonly isTokenAlive: (tokenId: string, opened: Opened) => boolean;
  /** Support files of the model's file that `isIt` picks by its path. */
  readonly supportOf: (guid: string, isIt: (relativePath: string) => boolean) => readonly string[];
};

type Claims = {
  readonly route: CapabilityRoute;
  readonly guid: string;
  readonly tag: string;
  readonly grant: string;
  readonly expiry: string;
};
/** The token that a verified capability depends on here; null if this server knows of none. */
type Proof = { readonly tokenId: string | null };

const form = /^([0-9a-z]{6,10})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9-]{1,64})\.([A-Za-z0-9_-]{43})$/;
const nobody = '0';

/** Names a file inside a capability: short, and only read after the signature was verified. */
const tagOf = (path: string) => hash('sha256', path, 'base64url').slice(0, 16);

/**
 * Signed, time-limited permission to read one file with its support files, or one archive. It is part of the path, so
 * that relative addresses inside the folder (a .gltf and its .bin) keep it. It ends early with the token that requested
 * it; a file host of another site does not know that site's tokens, so there only time ends it.
 */
export function createCapabilities(parts: Parts) {
  const { key, syncKey, addresses, hostUrlOf, clock } = parts;
  const sharedKey = syncKey === null ? null : createHash('sha256').update(`capability ${syncKey}`).digest();
  const macWith = (used: Buffer, { route, guid, tag, grant, expiry }: Claims) =>
    sign(used, 'capability', [route, guid, tag, grant, expiry]);
  const originOf = (guid: string, path: string) => hostUrlOf(guid, path) ?? addresses.worker();

  // A file's textures are listed with it, all under one permission.
  const made = keepLatest<string, string>(cacheBudgets.capabilities, 400);
  const issue = ({ guid, of, expiresAt, route = 'data', grantedBy }: Permission) => {
    const isShared = sharedKey !== null && hostUrlOf(guid) !== null;
    const expiry = Math.floor(expiresAt / 1000).toString(36);
    const grant = grantedBy ?? nobody;
    const claim = `${isShared} ${route} ${grant} ${expiry} ${guid}/${of}`;
    const known = made.get(claim);
    if (known !== undefined) return known;
    const claims = { route, guid, tag: tagOf(of), grant, expiry };
    const mac = macWith(isShared ? sharedKey : key, claims);
    const capability = `${expiry}.${claims.tag}.${grant}.${mac}`;
    made.set(claim, capability);
    return capability;
  };
  const toAddress = ({ guid, path, route = 'data', capability }: Address) => {
    return `${originOf(guid, path)}/${route}/${capability}/${guid}/${toUrlPath(path)}`;
  };

  const covers = (tag: string, { guid, path }: Opened) =>
    tagOf(path) === tag || parts.supportOf(guid, (of) => tagOf(of) === tag).includes(path);
  const prove = (capability: string, opened: Opened): Proof | null => {
    const { route, guid } = opened;
    const [, expiry = '', tag = '', grant = '', mac = ''] = form.exec(capability) ?? [];
    const isBy = (used: Buffer) => isSameText(mac, macWith(used, { route, guid, tag, grant, expiry }));
    const isOwn = isBy(key);
    if (!isOwn && (sharedKey === null || !isBy(sharedKey))) return null;
    if (!covers(tag, opened)) return null;
    return { tokenId: isOwn && grant !== nobody ? grant : null };
  };
  // Files come in many parts, and a .gltf's textures one by one, all under the same capability.
  const proven = keepLatest<string, Proof>(cacheBudgets.provenCapabilities, 400);
  const recall = (capability: string, opened: Opened) => {
    const claim = `${opened.route}/${capability}/${opened.guid}/${opened.path}`;
    const known = proven.get(claim);
    if (known !== undefined) return known;
    const found = prove(capability, opened);
    if (found !== null) proven.set(claim, found);
    return found;
  };

  return {
    issue,
    /** The address of a file or folder under a capability that covers it. */
    toAddress,
    /** Origin that currently serves a file or folder of a model, without a trailing slash. */
    originOf,
    /** Null if no cache in front checks permissions. */
    edge: parts.edge,
    /** Both in one: the address of `path`, or of the file itself if absent. */
    toUrl({ path, ...permission }: Permission & { readonly path?: string }) {
      const { guid, of, route = 'data' } = permission;
      return toAddress({ guid, path: path ?? of, route, capability: issue(permission) });
    },
    /** Milliseconds for which a capability still opens `path` on `route`; 0 if it does not. */
    remaining(capability: string, opened: Opened) {
      const left = Number.parseInt(capability, 36) * 1000 - clock();
      const isTimely = left > 0 && left <= limits.capability.lifetime + limits.capability.clockSkew;
      const proof = isTimely ? recall(capability, opened) : null;
      if (proof === null) return 0;
      return proof.tokenId === null || parts.isTokenAlive(proof.tokenId, opened) ? left : 0;
    },
  };
}
