import { change, type Steps, selectAll, selectOne } from '../../base/store/steps.ts';
import type { May, Right } from '../../contract/admin/admin-rights.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence, textOf, type Words } from '../../contract/sentence.ts';

export type RightRow = {
  readonly kind: 'root' | 'category' | 'collection';
  readonly target: string;
  readonly group: string;
  readonly may: May;
};
export type RightTables = {
  readonly rights: readonly RightRow[];
  /** Only for groups with rights. */
  readonly members: readonly { readonly accountId: string; readonly group: string }[];
  /** Models of collections with rights. */
  readonly listed: readonly { readonly id: string; readonly guid: string }[];
};
type None = Record<never, never>;
type Group = { readonly name: string; readonly members: readonly string[] };

const selectRights = selectAll<None, RightRow>(
  'SELECT kind, target, group_name AS "group", may FROM access_right ORDER BY kind, target, group_name',
);
const selectMembers = selectAll<None, RightTables['members'][number]>(
  `SELECT account_id AS "accountId", group_name AS "group" FROM group_member
   WHERE group_name IN (SELECT group_name FROM access_right)
   UNION SELECT account_id, name FROM company_group WHERE name IN (SELECT group_name FROM access_right)
   ORDER BY 1, 2`,
);
const selectListed = selectAll<None, RightTables['listed'][number]>(
  `SELECT list_id AS id, guid FROM listed_model
   WHERE list_id IN (SELECT target FROM access_right WHERE kind = 'collection') ORDER BY 1, 2`,
);
const selectCollections = selectAll<None, { readonly id: string; readonly name: string }>(
  `SELECT model_list.id, model_list.name FROM model_list JOIN account ON account.id = account_id
   WHERE kind = 'collection' AND (role = 'admin'
     OR model_list.id IN (SELECT target FROM access_right WHERE access_right.kind = 'collection'))
   ORDER BY model_list.name, model_list.id`,
);
const selectGroups = selectAll<None, { readonly name: string; readonly fromCompany: number }>(
  `SELECT name, (SELECT count(*) FROM company_group WHERE company_group.name = people_group.name) AS "fromCompany"
   FROM people_group ORDER BY name`,
);
const selectEmails = selectAll<None, { readonly name: string; readonly email: string }>(
  `SELECT group_name AS name, email FROM group_member JOIN account ON account.id = account_id ORDER BY 1, 2`,
);
const findRight = selectOne<{ name: string }, unknown>(
  'SELECT 1 AS found FROM access_right WHERE group_name = @name',
);
const findAccount = selectOne<{ email: string }, { readonly id: string }>(
  'SELECT id FROM account WHERE email = @email AND deleted_at IS NULL',
);
const addGroup = change<{ name: string }>(
  'INSERT INTO people_group (name) VALUES (@name) ON CONFLICT DO NOTHING',
);
const dropGroup = change<{ name: string }>('DELETE FROM people_group WHERE name = @name');
const dropMembers = change<None>('DELETE FROM group_member');
const addMember = change<{ name: string; accountId: string }>(
  'INSERT INTO group_member (group_name, account_id) VALUES (@name, @accountId) ON CONFLICT DO NOTHING',
);
const dropRights = change<None>('DELETE FROM access_right');
const addRight = change<RightRow>(
  `INSERT INTO access_right (kind, target, group_name, may) VALUES (@kind, @target, @group, @may)
   ON CONFLICT (kind, target, group_name) DO UPDATE SET may = excluded.may`,
);
const selectCompany = selectAll<{ accountId: string }, { readonly name: string }>(
  'SELECT name FROM company_group WHERE account_id = @accountId ORDER BY name',
);
const dropCompany = change<{ accountId: string }>('DELETE FROM company_group WHERE account_id = @accountId');
const addCompany = change<{ accountId: string; name: string }>(
  'INSERT INTO company_group (account_id, name) VALUES (@accountId, @name) ON CONFLICT DO NOTHING',
);

const refuse = (name: string, message: Words) =>
  new AppError('INVALID_INPUT', message, { details: { fields: { [name]: textOf(message) } } });

export const rightRows = {
  *read(): Steps<RightTables> {
    const rights = yield* selectRights({});
    if (rights.length === 0) return { rights, members: [], listed: [] };
    return { rights, members: yield* selectMembers({}), listed: yield* selectListed({}) };
  },
  *rights(): Steps<Right[]> {
    return (yield* selectRights({})).map(({ kind, target, group, may }) => ({ [kind]: target, group, may }));
  },
  *collections(): Steps<{ id: string; name: string }[]> {
    return [...(yield* selectCollections({}))];
  },
  *groups(): Steps<(Group & { members: string[]; fromCompany: number })[]> {
    const emails = Map.groupBy(yield* selectEmails({}), ({ name }) => name);
    return (yield* selectGroups({})).map((group) => ({
      ...group,
      members: (emails.get(group.name) ?? []).map(({ email }) => email),
    }));
  },
  /** Throws INVALID_INPUT for an address without an account, or if a group with rights is missing. */
  *setGroups(groups: readonly Group[]): Steps<void> {
    const wanted = new Set(groups.map(({ name }) => name));
    for (const { name } of yield* selectGroups({})) {
      if (wanted.has(name)) continue;
      if ((yield* findRight({ name })) !== null)
        throw refuse(
          'groups',
          sentence`The group ${{ name }} has rights. Remove them first, then the group.`,
        );
      yield* dropGroup({ name });
    }
    yield* dropMembers({});
    for (const { name, members } of groups) {
      yield* addGroup({ name });
      for (const email of members) {
        const account = yield* findAccount({ email });
        if (account === null)
          throw refuse('groups', sentence`${{ email }} has no account. Create one, or correct the address.`);
        yield* addMember({ name, accountId: account.id });
      }
    }
  },
  /** Throws INVALID_INPUT for an unknown group or collection. */
  *setRights(rights: readonly RightRow[]): Steps<void> {
    const groups = new Set((yield* selectGroups({})).map(({ name }) => name));
    const collections = new Set((yield* selectCollections({})).map(({ id }) => id));
    yield* dropRights({});
    for (const right of rights) {
      if (!groups.has(right.group))
        throw refuse(
          'rights',
          sentence`There is no group ${{ name: right.group }}. Add it to the groups first.`,
        );
      if (right.kind === 'collection' && !collections.has(right.target))
        throw refuse(
          'rights',
          'Rights are for collections of admins. Copy this one into a collection of yours.',
        );
      yield* addRight(right);
    }
  },
  /** Stores the groups that the company's provider lists for a user. */
  *setCompany(accountId: string, names: readonly string[]): Steps<void> {
    const known = (yield* selectCompany({ accountId })).map(({ name }) => name);
    const wanted = [...new Set(names)];
    if (known.length === wanted.length && known.every((name) => wanted.includes(name))) return;
    yield* dropCompany({ accountId });
    for (const name of wanted) yield* addCompany({ accountId, name });
  },
};

const isRestricting = selectOne<{ id: string }, unknown>(
  "SELECT 1 AS found FROM access_right WHERE kind = 'collection' AND target = @id",
);
const isAdmin = selectOne<{ accountId: string }, unknown>(
  "SELECT 1 AS found FROM account WHERE id = @accountId AND role = 'admin'",
);
const restrictsOf = selectOne<{ accountId: string }, unknown>(
  `SELECT 1 AS found FROM model_list JOIN access_right ON access_right.kind = 'collection' AND target = model_list.id
   WHERE account_id = @accountId`,
);

/** Changing a collection with rights changes who sees its models, so throws FORBIDDEN except for admins. */
export function* requireListChange(own: { readonly id: string; readonly accountId: string }): Steps<void> {
  if (
    (yield* isRestricting({ id: own.id })) === null ||
    (yield* isAdmin({ accountId: own.accountId })) !== null
  )
    return;
  throw new AppError(
    'FORBIDDEN',
    'Rights restrict the models of this collection. Ask an admin to change it.',
  );
}
/** Deleting a collection with rights would open its models, so throws FORBIDDEN. */
export function* requireListRemoval({ id }: { readonly id: string }): Steps<void> {
  if ((yield* isRestricting({ id })) === null) return;
  throw new AppError(
    'FORBIDDEN',
    'Rights restrict the models of this collection. Remove its rights first, then the collection.',
  );
}
export function* requireNoRestricting(accountId: string): Steps<void> {
  if ((yield* restrictsOf({ accountId })) === null) return;
  throw new AppError(
    'FORBIDDEN',
    'Rights restrict a collection of this account. Remove those rights first, then the account.',
  );
}
