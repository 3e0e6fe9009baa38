import type { Db } from '../base/db/open-database.ts';
import type { AdminAction } from '../contract/admin.ts';

/** An admin's account id; null for the command line. */
export type Actor = string | null;

export type ActionName =
  | 'account.create'
  | 'account.disable'
  | 'account.enable'
  | 'account.password'
  | 'account.role'
  | 'credit.grant'
  | 'credit.take'
  | 'invitation.make'
  | 'invitation.revoke'
  | 'library.edit'
  | 'library.hide'
  | 'library.levels'
  | 'library.merge'
  | 'library.posters'
  | 'library.products'
  | 'library.publish'
  | 'library.review'
  | 'library.rule'
  | 'library.show'
  | 'library.split'
  | 'server.registration'
  | 'starter.pin'
  | 'starter.unpin';

export type NewAction = {
  readonly actor: Actor;
  readonly action: ActionName;
  readonly accountId: string | null;
  /** The models that it was about. */
  readonly guids?: readonly string[];
  /** Never a secret. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
  readonly at: string;
};

type Filter = { readonly accountId: string | null; readonly guid: string | null };
type Row = Omit<AdminAction, 'id' | 'details'> & { readonly id: number; readonly details: string };

export type AuditLog = {
  /** Call inside the transaction being recorded. */
  note(action: NewAction): void;
  /** Newest first. */
  list(query: Filter & { limit: number; offset: number }): AdminAction[];
  count(filter: Filter): number;
  /** Everything about an account, or by it, newest first. */
  listInvolving(accountId: string): AdminAction[];
};

const toAction = (row: Row): AdminAction => ({
  ...row,
  id: String(row.id),
  details: JSON.parse(row.details),
});

/** What admins did, in an append-only table. */
export function createAuditLog(db: Db): AuditLog {
  const insert = db.prepare(
    `INSERT INTO admin_action (admin_id, action, account_id, details, at)
     VALUES (@actor, @action, @accountId, @details, @at)`,
  );
  const insertModel = db.prepare('INSERT OR IGNORE INTO admin_action_model (action_id, guid) VALUES (?, ?)');
  const isWanted = `(@accountId IS NULL OR admin_action.account_id = @accountId)
    AND (@guid IS NULL OR admin_action.id IN (SELECT action_id FROM admin_action_model WHERE guid = @guid))`;
  const rows = `SELECT admin_action.id, admin_action.at, admin.email AS adminEmail, action, account.email AS accountEmail, details
     FROM admin_action LEFT JOIN account ON account.id = admin_action.account_id
       LEFT JOIN account AS admin ON admin.id = admin_action.admin_id`;
  const involving = db.prepare<[{ accountId: string }], Row>(
    `${rows} WHERE admin_action.account_id = @accountId OR admin_action.admin_id = @accountId
     ORDER BY admin_action.id DESC`,
  );
  const select = db.prepare<[Filter & { limit: number; offset: number }], Row>(
    `${rows} WHERE ${isWanted} ORDER BY admin_action.id DESC LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[Filter], number>(`SELECT count(*) FROM admin_action WHERE ${isWanted}`).pluck();

  return {
    note({ guids = [], ...action }) {
      const { lastInsertRowid } = insert.run({ ...action, details: JSON.stringify(action.details) });
      for (const guid of guids) insertModel.run(lastInsertRowid, guid);
    },
    list: (query) => select.all(query).map(toAction),
    listInvolving: (accountId) => involving.all({ accountId }).map(toAction),
    count: (filter) => count.get(filter) ?? 0,
  };
}
