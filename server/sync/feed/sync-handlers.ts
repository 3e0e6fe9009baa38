import type { ServerResponse } from 'node:http';
import { toIso } from '../../base/clock.ts';
import type { Addresses } from '../../base/http/addresses.ts';
import type { HostHandlers } from '../../base/http/bind.ts';
import { type ModelRow, toShown } from '../../catalogue/model/model-row.ts';
import type { InventoryFile, Models } from '../../catalogue/model/models.ts';
import { toTexture } from '../../catalogue/model/tell-textures.ts';
import { AppError } from '../../contract/errors.ts';
import { nameOf } from '../../contract/relative-path.ts';
import { sentence } from '../../contract/sentence.ts';
import type { SyncProduct } from '../../contract/sync.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { ChangeWait } from './change-wait.ts';
import type { HostIdentity } from './host-identity.ts';

type Parts = {
  readonly feed: ChangeFeed;
  /** Opened by the first request of a site, if not before. */
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
    syncProducts: ({ body }) => ({ ok: true, products: readProducts(parts, body.guids) }),
  };
}

/** An answer with several products ends after this many files and references, some megabytes. */
const manyFiles = 8000;
const lengthOf = ({ files }: SyncProduct) => files.reduce((sum, { needs }) => sum + 1 + needs.length, 0);

function readProducts(parts: Parts, guids: readonly string[]): (SyncProduct | null)[] {
  const products: (SyncProduct | null)[] = [];
  let length = 0;
  for (const guid of guids) {
    if (length >= manyFiles) break;
    const product = findProduct(parts, guid);
    products.push(product);
    length += product === null ? 0 : lengthOf(product);
  }
  return products;
}

function findProduct(parts: Parts, guid: string): SyncProduct | null {
  try {
    return readProduct(parts, guid);
  } catch (error) {
    if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return null;
    throw error;
  }
}

function readProduct({ models, addresses }: Parts, guid: string): SyncProduct {
  const row = models.get(guid);
  if (row.hostUrl !== null)
    throw new AppError('MODEL_NOT_FOUND', sentence`The model ${{ guid }} is on another file host.`);
  return toSyncProduct({ row, files: models.files(row.id), addresses });
}

type Described = {
  readonly row: ModelRow;
  readonly files: readonly InventoryFile[];
  readonly addresses: Addresses;
};

export const toSyncProduct = ({ row, files, addresses }: Described): SyncProduct => ({
  ...toShown('sync', row, addresses),
  addedAt: row.addedAt,
  files: files.map(
    ({ topologyFolder, place, lodFrom, derived, requires, missing, textures, leavesSha256, ...file }) => ({
      ...file,
      ...(lodFrom && { lodFrom }),
      ...(derived && { derived }),
      ...(requires?.length && { requires: [...requires] }),
      ...(missing?.length && { missing: [...missing] }),
      ...(textures?.length && { textures: textures.map(toTexture) }),
      ...(leavesSha256 && { leavesSha256 }),
      needs: [...file.needs],
      fileName: nameOf(file.relativePath),
    }),
  ),
});
