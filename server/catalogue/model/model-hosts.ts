import { hash } from 'node:crypto';
import type { Db } from '../../base/db/open-database.ts';
import { topologyOf } from '../../contract/relative-path.ts';
import type { HostHealth } from './host-health.ts';

/** Returns a model's file host, without a trailing slash; null: own library. With a `path`, the host to request it from now. */
export type HostUrlOf = (guid: string, path?: string) => string | null;

type Offer = {
  readonly host: number;
  readonly url: string;
};

export type ModelHosts = {
  readonly hostUrlOf: HostUrlOf;
  /** Lists the hosts that have a model, in order of preference; with a path, those that have that file or folder. */
  offersOf(guid: string, path?: string): readonly Offer[];
  /** Returns the host to request posters from: the model's own, which rendered them, unless it is down. */
  posterUrlOf(guid: string): string | null;
};

type Found = Offer & {
  readonly isOwner: number;
  /** 1 if it also has the files that the owner derived from the originals. */
  readonly hasAll: number | null;
};

/** Hosts within this factor and these milliseconds of the nearest count as equally near; the rest is noise. */
const asNear = { factor: 2, milliseconds: 5 };

/** SQL condition: a followed host offers the same originals as the model's host. */
export const isMirror = `offer.guid = model.guid AND offer.host <> model.host AND offer.is_removed = 0
  AND offer.tried_at IS NULL AND offer.content_hash = model.content_hash
  AND EXISTS (SELECT 1 FROM sync_host AS listed WHERE listed.id = offer.host AND listed.is_listed = 1)`;

/**
 * Chooses among a model's hosts: responding before down, near before far, and by model among equally near ones, so that
 * load is spread and each model stays in the same caches. Does not query the database if no host is followed.
 */
export function createModelHosts(db: Db, hosts: readonly string[], health: HostHealth): ModelHosts {
  if (hosts.length === 0) return { hostUrlOf: () => null, offersOf: () => [], posterUrlOf: () => null };
  const findOwner = db.prepare<[string], Offer & { isMirrored: number }>(
    `SELECT sync_host.id AS host, sync_host.url, model.is_mirrored AS isMirrored
     FROM model JOIN sync_host ON sync_host.id = model.host WHERE model.guid = ?`,
  );
  const findAll = db.prepare<[string], Found>(
    `SELECT sync_host.id AS host, sync_host.url, sync_host.id = model.host AS isOwner,
       offer.files_hash = owned.files_hash AS hasAll
     FROM model
     JOIN sync_product AS offer ON offer.guid = model.guid AND (offer.host = model.host OR (${isMirror}))
     JOIN sync_host ON sync_host.id = offer.host
     LEFT JOIN sync_product AS owned ON owned.host = model.host AND owned.guid = model.guid
     WHERE model.guid = ?`,
  );
  const findMade = db.prepare<[string, string], 1>(
    `SELECT 1 FROM file JOIN model ON model.id = file.model_id
     WHERE model.guid = ? AND file.topology_folder = ? AND file.derived IS NOT NULL LIMIT 1`,
  );

  const isFurther = ({ host }: Offer, nearest: number) => {
    const distance = health.distance(host);
    return distance !== null && distance > nearest * asNear.factor + asNear.milliseconds;
  };
  const inOrder = (guid: string, found: readonly Found[]) => {
    const up = found.filter(({ host }) => !health.isDown(host));
    const nearest = Math.min(...up.map(({ host }) => health.distance(host) ?? Number.POSITIVE_INFINITY));
    const rankOf = (offer: Offer) => [
      Number(health.isDown(offer.host)),
      Number(isFurther(offer, nearest)),
      hash('sha256', `${guid} ${offer.url}`),
    ];
    const ranks = new Map(found.map((offer) => [offer, rankOf(offer).join()]));
    return [...found].sort((a, b) => ((ranks.get(a) ?? '') < (ranks.get(b) ?? '') ? -1 : 1));
  };
  const offersOf = (guid: string, path?: string) => {
    const owner = findOwner.get(guid);
    if (owner === undefined || owner.isMirrored === 0) return owner === undefined ? [] : [owner];
    const found = findAll.all(guid);
    // Derived files differ between hosts: another host may have made others, or none.
    const isMade = path !== undefined && findMade.get(guid, topologyOf(path)) !== undefined;
    return inOrder(guid, isMade ? found.filter(({ isOwner, hasAll }) => isOwner || hasAll === 1) : found);
  };

  return {
    offersOf,
    hostUrlOf: (guid, path) =>
      (path === undefined ? findOwner.get(guid) : offersOf(guid, path)[0])?.url ?? null,
    posterUrlOf(guid) {
      const owner = findOwner.get(guid);
      return owner !== undefined && health.isDown(owner.host)
        ? (offersOf(guid)[0]?.url ?? null)
        : (owner?.url ?? null);
    },
  };
}
