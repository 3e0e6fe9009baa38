import type { Db } from '../base/db/open-database.ts';
import { fromStored, type Stored, toStored } from '../catalogue/write/problems.ts';
import { PublishedProduct } from '../contract/publish.ts';
import { type Sentence, textOf, type Words } from '../contract/sentence.ts';

/** held: waits for an admin; moving: files are being assembled; reading: the catalogue reads the finished folder. */
type PublishState = 'held' | 'moving' | 'reading' | 'published' | 'failed';

export type PublishRow = {
  readonly id: string;
  readonly accountId: string;
  readonly guid: string;
  readonly product: PublishedProduct;
  readonly state: PublishState;
  readonly reason: string | null;
  readonly sentence?: Sentence;
  /** Zero once its files are deleted. */
  readonly sizeBytes: number;
  /** The publish that the model showed before; null if none, or not known yet. */
  readonly replaces: string | null;
  readonly at: string;
};

type Row = Stored<Omit<PublishRow, 'product' | 'sentence'>> & { readonly product: string };
type Shown = { readonly guid: string; readonly accountId: string; readonly publishId: string };
export type VersionFile = {
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly sha256: string;
};
export type VersionRow = {
  readonly version: number;
  readonly publishId: string;
  readonly priceCents: number;
  readonly files: readonly VersionFile[];
  readonly replacedAt: string;
};

const toPublish = ({ product, ...row }: Row): PublishRow => ({
  ...fromStored(row),
  product: PublishedProduct.parse(JSON.parse(product)),
});

export function openPublishRows(db: Db) {
  const columns =
    'id, account_id AS accountId, guid, product, state, reason, sentence, size_bytes AS sizeBytes, replaces, made_at AS at';
  const insert = db.prepare<[Omit<Row, 'sentence'>]>(
    `INSERT INTO publish (id, account_id, guid, product, state, reason, size_bytes, replaces, made_at)
     VALUES (@id, @accountId, @guid, @product, @state, @reason, @sizeBytes, @replaces, @at)`,
  );
  const find = db.prepare<[string], Row>(`SELECT ${columns} FROM publish WHERE id = ?`);
  const list = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM publish WHERE account_id = ? ORDER BY made_at DESC, rowid DESC LIMIT ?`,
  );
  const unfinished = db
    .prepare<[], string>(
      "SELECT id FROM publish WHERE state IN ('moving', 'reading') ORDER BY made_at, rowid",
    )
    .pluck();
  const busy = db.prepare("SELECT 1 FROM publish WHERE guid = ? AND state IN ('moving', 'reading')");
  const held = db.prepare<[], Row>(
    `SELECT ${columns} FROM publish WHERE state = 'held' ORDER BY made_at, rowid`,
  );
  const setState = db.prepare('UPDATE publish SET state = ?, reason = ?, sentence = ? WHERE id = ?');
  const empty = db.prepare('UPDATE publish SET size_bytes = 0 WHERE id = ?');
  const shown = db.prepare<[string], Shown>(
    'SELECT guid, account_id AS accountId, publish_id AS publishId FROM published_model WHERE guid = ?',
  );
  const show = db.prepare<[Shown]>(
    `INSERT INTO published_model (guid, account_id, publish_id) VALUES (@guid, @accountId, @publishId)
     ON CONFLICT (guid) DO UPDATE SET publish_id = @publishId`,
  );
  const setReplaced = db.prepare('UPDATE publish SET replaces = ? WHERE id = ?');
  const hide = db.prepare('DELETE FROM published_model WHERE guid = ?');
  const keep = db.prepare<[Omit<VersionRow, 'files'> & { guid: string; files: string }]>(
    `INSERT OR REPLACE INTO published_version (guid, version, publish_id, price_cents, files, replaced_at)
     VALUES (@guid, @version, @publishId, @priceCents, @files, @replacedAt)`,
  );
  const versions = db.prepare<[string], Omit<VersionRow, 'files'> & { readonly files: string }>(
    `SELECT version, publish_id AS publishId, price_cents AS priceCents, files, replaced_at AS replacedAt
     FROM published_version WHERE guid = ? ORDER BY version DESC`,
  );
  const dropVersion = db.prepare('DELETE FROM published_version WHERE guid = ? AND publish_id = ?');
  const dropVersions = db.prepare('DELETE FROM published_version WHERE guid = ?');
  return {
    add: ({ product, ...row }: PublishRow) => void insert.run({ ...row, product: JSON.stringify(product) }),
    find(id: string): PublishRow | null {
      const row = find.get(id);
      return row ? toPublish(row) : null;
    },
    list: (accountId: string, most: number) => list.all(accountId, most).map(toPublish),
    unfinished: () => unfinished.all(),
    /** Publishes that wait for an admin, oldest first. */
    held: () => held.all().map(toPublish),
    isBusy: (guid: string) => busy.get(guid) !== undefined,
    setState: (id: string, state: PublishState, reason: Words | null = null) =>
      void setState.run(state, reason && textOf(reason), toStored(reason), id),
    /** Records that its files are deleted. */
    empty: (id: string) => void empty.run(id),
    /** The publish that a model shows; null if it was not published here. */
    shown: (guid: string): Shown | null => shown.get(guid) ?? null,
    /** The first publisher of a model owns it. */
    show({ replaces, ...now }: Shown & { readonly replaces: string | null }): void {
      show.run(now);
      setReplaced.run(replaces, now.publishId);
    },
    hide: (guid: string) => void hide.run(guid),
    keepVersion: (guid: string, { files, ...row }: VersionRow) =>
      void keep.run({ ...row, guid, files: JSON.stringify(files) }),
    versions: (guid: string): readonly VersionRow[] =>
      versions.all(guid).map(({ files, ...row }) => ({ ...row, files: JSON.parse(files) })),
    dropVersion: (guid: string, publishId: string) => void dropVersion.run(guid, publishId),
    dropVersions: (guid: string) => dropVersions.run(guid).changes,
  };
}

export type PublishRows = ReturnType<typeof openPublishRows>;
