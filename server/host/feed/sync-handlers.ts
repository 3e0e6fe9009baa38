import type { ServerResponse } from 'node:http';
import type { Addresses } from '../../addresses.ts';
import { toModelRecord } from '../../catalogue/model-row.ts';
import { type Models, nameOf } from '../../catalogue/models.ts';
import { toIso } from '../../clock.ts';
import { AppError } from '../../contract/errors.ts';
import type { SyncProduct } from '../../contract/sync.ts';
import type { HostHandlers } from '../../http/bind.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { ChangeWait } from './change-wait.ts';
import type { HostIdentity } from './host-identity.ts';

type Parts = {
  readonly feed: ChangeFeed;
  /** Opened when the first site asks, if not before. */
  readonly identity: () => HostIdentity;
  readonly changeWait: ChangeWait;
  readonly models: Models;
  readonly addresses: Addresses;
  readonly startedAt: number;
  readonly isReady: () => boolean;
};

function untilGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** What a file host tells the sites that follow it. */
export function createSyncHandlers(parts: Parts): HostHandlers {
  const { feed, identity, changeWait, startedAt, isReady } = parts;
  const tellHead = () => {
    const head = feed.head();
    identity().told(head);
    return head;
  };
  return {
    syncStatus: () => {
      const head = tellHead();
      const { hostId, epoch } = identity();
      const products = feed.products();
      return { ok: true, hostId, epoch, head, products, startedAt: toIso(startedAt), ready: isReady() };
    },
    syncChanges: async ({ query: { since, limit, waitMs }, http }) => {
      if (waitMs > 0) {
        const signal = untilGone(http.reply.raw);
        await changeWait.wait({ since, milliseconds: waitMs, signal });
      }
      const head = tellHead();
      const found = feed.after(since, limit + 1);
      const changes = found.slice(0, limit);
      const next = changes.at(-1)?.offset ?? since;
      return { ok: true, epoch: identity().epoch, since, next, head, hasMore: found.length > limit, changes };
    },
    syncProduct: ({ params }) => ({ ok: true, product: readProduct(parts, params.guid) }),
  };
}

function readProduct({ models, addresses }: Parts, guid: string): SyncProduct {
  const row = models.get(guid);
  if (row.hostUrl !== null)
    throw new AppError('MODEL_NOT_FOUND', `The model ${guid} is on another file host.`);
  const { sourceVersion, typeLabel, licenseType, canonicalUrl, modelPageUrl, ...record } = toModelRecord(
    row,
    addresses,
  );
  const { thumbnailUrl, glb1kUrl, metaUrl, ...product } = record;
  return {
    ...product,
    attribution: row.attribution,
    files: models.files(row.id).map(({ topologyFolder, ...file }) => ({
      ...file,
      needs: [...file.needs],
      fileName: nameOf(file.relativePath),
    })),
  };
}
