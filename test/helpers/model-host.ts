import type { HostClient } from '../../server/sync/host-client.ts';
import { fakeProduct } from './fake-host.ts';

export type HostedProduct = { version: number; content: number };

/** A host as its contract describes it: versions and offsets only grow, the last change of each product is kept. */
export function makeModelHost(pageSize: number) {
  let epoch = 0;
  let head = 0;
  let starts = 0;
  let products = new Map<string, HostedProduct>();
  let versions = new Map<string, number>();
  let changes = new Map<string, { offset: number; guid: string; version: number; op: 'upsert' | 'delete' }>();
  let backup = { products: new Map(products), versions: new Map(versions), changes: new Map(changes), head };
  const note = (guid: string, version: number, op: 'upsert' | 'delete') => {
    head += 1;
    changes.set(guid, { offset: head, guid, version, op });
  };
  const client: HostClient = {
    status: async () => ({ hostId: 'host', epoch: `e${epoch}`, head, startedAt: `s${starts}`, ready: true }),
    changes: async ({ since }) => {
      const after = [...changes.values()]
        .filter(({ offset }) => offset > since)
        .sort((a, b) => a.offset - b.offset);
      const sent = after.slice(0, pageSize);
      const next = sent.at(-1)?.offset ?? since;
      return { epoch: `e${epoch}`, since, next, head, hasMore: after.length > pageSize, changes: sent };
    },
    product: async (guid) => {
      const found = products.get(guid);
      return found ? { product: fakeProduct(guid, found.version, String(found.content)) } : null;
    },
    products: async () => null,
  };
  return {
    client,
    products: () => products,
    put(guid: string, content: number) {
      const version = (versions.get(guid) ?? 0) + 1;
      versions.set(guid, version);
      products.set(guid, { version, content });
      note(guid, version, 'upsert');
    },
    remove(guid: string) {
      const known = products.get(guid);
      if (!known) return;
      products.delete(guid);
      note(guid, known.version, 'delete');
    },
    restart: () => {
      starts += 1;
    },
    backUp() {
      backup = {
        products: new Map(products),
        versions: new Map(versions),
        changes: new Map(changes),
        head,
      };
    },
    restore() {
      products = new Map(backup.products);
      versions = new Map(backup.versions);
      changes = new Map(backup.changes);
      head = backup.head;
      epoch += 1;
      starts += 1;
    },
  };
}
