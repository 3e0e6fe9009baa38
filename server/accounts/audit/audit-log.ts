import { change, type Steps, selectAll, selectCount, selectOne } from '../../base/store/steps.ts';
import type { AdminAction } from '../../contract/admin/admin.ts';
import type { ActionName } from '../../contract/admin/admin-words.ts';

/** Account ID of an admin, or of a user who granted or ended an app's access; null for the command line. */
export type Actor = string | null;

export type NewAction = {
  readonly actor: Actor;
  readonly action: ActionName;
  readonly accountId: string | null;
  readonly guids?: readonly string[];
  /** Never a secret. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
  readonly at: string;
};

type Filter = { readonly accountId: string | null; readonly guid: string | null };
type Row = Omit<AdminAction, 'id' | 'details'> & { readonly id: number; readonly details: string };

type Page = { readonly limit: number; readonly offset: number };

const toAction = (row: Row): AdminAction => ({
  ...row,
  id: String(row.id),
  details: JSON.parse(row.details),
});

type New = Pick<NewAction, 'actor' | 'action' | 'accountId' | 'at'> & { readonly details: string };
const insert = selectOne<New, { readonly id: number }>(
  `INSERT INTO admin_action (admin_id, action, account_id, details, at)
   VALUES (@actor, @action, @accountId, @details, @at) RETURNING id`,
);
const insertModel = change<{ id: number; guid: string }>(
  'INSERT INTO admin_action_model (action_id, guid) VALUES (@id, @guid) ON CONFLICT DO NOTHING',
);
const isWanted = `(CAST(@accountId AS TEXT) IS NULL OR admin_action.account_id = @accountId)
  AND (CAST(@guid AS TEXT) IS NULL OR admin_action.id IN (SELECT action_id FROM admin_action_model WHERE guid = @guid))`;
const rows = `SELECT admin_action.id, admin_action.at, admin.email AS "adminEmail", action,
    account.email AS "accountEmail", details
  FROM admin_action LEFT JOIN account ON account.id = admin_action.account_id
    LEFT JOIN account AS admin ON admin.id = admin_action.admin_id`;
const involving = selectAll<{ accountId: string }, Row>(
  `${rows} WHERE admin_action.account_id = @accountId OR admin_action.admin_id = @accountId
   ORDER BY admin_action.id DESC`,
);
const select = selectAll<Filter & Page, Row>(
  `${rows} WHERE ${isWanted} ORDER BY admin_action.id DESC LIMIT @limit OFFSET @offset`,
);
const count = selectCount<Filter>(`SELECT count(*) AS count FROM admin_action WHERE ${isWanted}`);

/** Admins' actions, and access that users grant to apps, in an append-only table. */
export const auditLog = {
  /** Run inside the transaction being recorded. */
  *note({ guids = [], actor, action, accountId, details, at }: NewAction): Steps<void> {
    const noted = yield* insert({ actor, action, accountId, at, details: JSON.stringify(details) });
    for (const guid of guids) yield* insertModel({ id: noted?.id ?? 0, guid });
  },
  *list(query: Filter & Page): Steps<AdminAction[]> {
    return (yield* select(query)).map(toAction);
  },
  count: (filter: Filter) => count(filter),
  /** All actions by or about an account, newest first. */
  *listInvolving(accountId: string): Steps<AdminAction[]> {
    return (yield* involving({ accountId })).map(toAction);
  },
};
