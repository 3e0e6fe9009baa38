import { type Clock, toIso } from '../../base/clock.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { ModelColour } from '../../contract/limits.ts';
import { toColumns, upsertModel } from '../model/fields.ts';
import type { ModelData } from '../model/model-data.ts';
import type { InventoryFile } from '../model/models.ts';
import { createKeptFiles } from './derived-files.ts';
import { openModelIdentities } from './model-identities.ts';
import { formatsOf, lodsOf, topologiesOf } from './model-values.ts';
import { createPartWriter } from './part-writer.ts';

/** The origin of a host's model; `addedAt` is null if the host does not say. */
type Origin = {
  readonly host: number;
  readonly version: number;
  readonly addedAt: string | null;
  /** As the host declares it, or null. */
  readonly colour: ModelColour | null;
};

export type CatalogueWriter = {
  /** Inserts or updates a model if necessary; returns true if something changed. Row and index change together. */
  put(model: ModelData): boolean;
  /** The same for a model of a followed file host, under the host's version. */
  adopt(model: ModelData, origin: Origin): boolean;
  /** Reassigns a model to another host that has the same originals. */
  move(guid: string, origin: Pick<Origin, 'host' | 'version'>): void;
  remove(guid: string): void;
  /** Returns the address of the followed file host that has a model, or null. */
  findHost(guid: string): string | null;
  transaction(work: () => void): void;
};

type Known = {
  readonly id: number;
  readonly version: number;
  readonly content_hash: string;
  readonly metadata_hash: string;
  readonly host: number | null;
  readonly added_at: string;
};

type Last = { readonly version: number; readonly content_hash: string | null };

type Placed = Omit<Origin, 'host' | 'colour'> & {
  readonly known: Known | undefined;
  readonly host: number | null;
};

/** `newAddedAt`: when a new model was added, in milliseconds since 1970. */
export function createCatalogueWriter(db: Db, clock: Clock, newAddedAt = clock): CatalogueWriter {
  const find = db.prepare<[string], Known>(
    'SELECT id, version, content_hash, metadata_hash, host, added_at FROM model WHERE guid = ?',
  );
  const upsert = db.prepare<[Record<string, unknown>]>(upsertModel);
  const findLast = db.prepare<[string], Last>(
    'SELECT version, content_hash FROM model_version WHERE guid = ?',
  );
  const setLast = db.prepare<[string, number, string]>(
    `INSERT INTO model_version (guid, version, content_hash) VALUES (?, ?, ?)
     ON CONFLICT (guid) DO UPDATE SET version = max(version, excluded.version), content_hash = excluded.content_hash`,
  );
  /** A model that was away for a while, for example during a move, keeps its version if its content is the same. */
  const versionOf = ({ guid, contentHash }: ModelData) => {
    const last = findLast.get(guid);
    return last?.content_hash === contentHash ? last.version : (last?.version ?? 0) + 1;
  };
  const parts = createPartWriter(db);
  const removeModel = db.prepare('DELETE FROM model WHERE id = ?');
  const findHost = db
    .prepare<[number], string>('SELECT url FROM sync_host WHERE id = ? AND is_listed = 1')
    .pluck();
  const move = db.prepare<[number, number, string]>('UPDATE model SET host = ?, version = ? WHERE guid = ?');
  const setColour = db.prepare<[string | null, string, string | null]>(
    'UPDATE model SET colour = ? WHERE guid = ? AND colour IS NOT ?',
  );
  const keptOf = createKeptFiles(db);
  const identities = openModelIdentities(db);
  const write = (model: ModelData, { known, host, version, addedAt: given }: Placed) => {
    const now = toIso(clock());
    const addedAt = given ?? known?.added_at ?? identities.addedAt(model.guid) ?? toIso(newAddedAt());
    const isOwn = host === null && known?.host === null;
    const kept = isOwn ? keptOf(known.id, model) : [];
    const { lastInsertRowid } = upsert.run({
      ...toColumns({ sketch: null, ...model, ...describe([...model.files, ...kept]), version, host }),
      addedAt,
      now,
    });
    if (host === null) identities.keep(model, addedAt);
    else if (known?.host === null) identities.leave(model.guid);
    setLast.run(model.guid, version, model.contentHash);
    const keptFiles = kept.map(({ id }) => id);
    if (known) parts.clear(known.id, keptFiles);
    parts.write(known?.id ?? Number(lastInsertRowid), model);
    return true;
  };

  return {
    put(model) {
      const known = find.get(model.guid);
      const isSameContent = known?.host === null && known.content_hash === model.contentHash;
      if (isSameContent && known.metadata_hash === model.metadataHash) {
        parts.restamp(known.id, model);
        return false;
      }
      // The two versions are in different files, and either can be older.
      const next = Math.max(versionOf(model), known?.host === null ? known.version + 1 : 1);
      const version = isSameContent ? known.version : next;
      return write(model, { known, host: null, version, addedAt: null });
    },
    adopt(model, { host, version, addedAt, colour }) {
      const known = find.get(model.guid);
      const isSame =
        known?.host === host &&
        known.version === version &&
        known.content_hash === model.contentHash &&
        known.metadata_hash === model.metadataHash &&
        (addedAt === null || known.added_at === addedAt);
      if (isSame) return false;
      write(model, { known, host, version, addedAt });
      setColour.run(colour, model.guid, colour);
      return true;
    },
    findHost(guid) {
      const host = find.get(guid)?.host ?? null;
      return host === null ? null : (findHost.get(host) ?? null);
    },
    move: (guid, { host, version }) => void move.run(host, version, guid),
    remove(guid) {
      const known = find.get(guid);
      if (!known) return;
      parts.clear(known.id);
      removeModel.run(known.id);
    },
    transaction: (work) => db.transaction(work).immediate(),
  };
}

/** Creates a scan's writer. Each new model gets an earlier time, so that the list of the newest grows at its end. */
export function createScanWriter(db: Db, clock: Clock): CatalogueWriter {
  let addedAt = clock();
  return createCatalogueWriter(db, clock, () => addedAt--);
}

type Counted = Pick<InventoryFile, 'role' | 'format' | 'lod' | 'sizeBytes' | 'triangles'>;

const describe = (files: readonly Counted[]) => ({
  formats: formatsOf({ files }),
  lods: lodsOf({ files }),
  sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
  topologies: JSON.stringify(topologiesOf(files)),
});
