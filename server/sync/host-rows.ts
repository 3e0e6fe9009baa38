import type { Db } from '../base/db/open-database.ts';

/** How a host is read from the start: `compare` fetches only products that look changed. */
type PassKind = 'none' | 'compare' | 'fetch';

export type HostRow = {
  readonly id: number;
  readonly url: string;
  readonly hostId: string | null;
  readonly epoch: string | null;
  readonly startedAt: string | null;
  readonly cursor: number;
  readonly pass: number;
  /** The pass in which the epoch began; anything seen before belongs to another history. */
  readonly epochPass: number;
  readonly passKind: PassKind;
  readonly lostOffset: number | null;
};

/** Whether the host was fully read before, in this or an earlier epoch. */
export const wasReadOnce = (row: HostRow | null): boolean =>
  row !== null && (row.pass > 1 || (row.pass === 1 && row.passKind !== 'fetch'));

export type HostRows = ReturnType<typeof createHostRows>;

const columns = `id, url, host_id AS hostId, epoch, started_at AS startedAt, cursor, pass, epoch_pass AS epochPass,
  pass_kind AS passKind, lost_offset AS lostOffset`;

export function createHostRows(db: Db) {
  const unlist = db.prepare('UPDATE sync_host SET is_listed = 0 WHERE is_listed = 1');
  const add = db.prepare<[string], HostRow>(
    `INSERT INTO sync_host (url) VALUES (?) ON CONFLICT (url) DO UPDATE SET is_listed = 1 RETURNING ${columns}`,
  );
  const get = db.prepare<[number], HostRow>(`SELECT ${columns} FROM sync_host WHERE id = ?`);
  const find = db.prepare<[string], HostRow>(`SELECT ${columns} FROM sync_host WHERE url = ?`);
  const twin = db
    .prepare<[string, number], string>(
      'SELECT url FROM sync_host WHERE host_id = ? AND id <> ? AND is_listed = 1',
    )
    .pluck();
  const forgetTwins = db.prepare(
    'UPDATE sync_host SET host_id = NULL WHERE host_id = ? AND id <> ? AND is_listed = 0',
  );
  const save = db.prepare<[HostRow]>(
    `UPDATE sync_host SET host_id = @hostId, epoch = @epoch, started_at = @startedAt, cursor = @cursor, pass = @pass,
       epoch_pass = @epochPass, pass_kind = @passKind, lost_offset = @lostOffset WHERE id = @id`,
  );
  return {
    /** Creates rows for the hosts in the settings and marks all others as no longer followed. */
    list: (urls: readonly string[]) =>
      db
        .transaction(() => {
          unlist.run();
          return urls.flatMap((url) => add.get(url) ?? []);
        })
        .immediate(),
    get(id: number) {
      const row = get.get(id);
      if (!row) throw new Error(`file host ${id} is not in the database`);
      return row;
    },
    /** The row of a URL; null if it was never in the settings. */
    find: (url: string) => find.get(url) ?? null,
    /** URL of another followed host with this ID. */
    findTwin: (hostId: string, id: number) => twin.get(hostId, id) ?? null,
    save(row: HostRow) {
      if (row.hostId !== null) forgetTwins.run(row.hostId, row.id);
      save.run(row);
    },
  };
}
