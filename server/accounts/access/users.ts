import { randomUUID } from 'node:crypto';
import { change, type Steps, selectCount, selectOne } from '../../base/store/steps.ts';
import type { User } from '../../contract/accounts/accounts.ts';

type UserWithHash = {
  readonly user: User;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
};

type NewUser = {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: User['role'];
  readonly at: string;
};

type Row = User & { readonly passwordHash: string; readonly isDisabled: number };

const columns = 'id, email, name, role, password_hash AS "passwordHash", is_disabled AS "isDisabled"';
const byEmail = selectOne<{ email: string }, Row>(`SELECT ${columns} FROM account WHERE email = @email`);
const byId = selectOne<{ id: string }, Row>(`SELECT ${columns} FROM account WHERE id = @id`);
const first = selectOne<Record<never, never>, unknown>('SELECT 1 AS found FROM account LIMIT 1');
const insert = change<NewUser & { id: string }>(
  `INSERT INTO account (id, email, name, password_hash, role, created_at)
   VALUES (@id, @email, @name, @passwordHash, @role, @at)
   ON CONFLICT (email) DO NOTHING`,
);
const setHash = change<{ id: string; passwordHash: string }>(
  'UPDATE account SET password_hash = @passwordHash WHERE id = @id',
);
const setDisabled = change<{ id: string; isDisabled: number }>(
  'UPDATE account SET is_disabled = @isDisabled WHERE id = @id',
);
const setRole = change<{ id: string; role: string }>('UPDATE account SET role = @role WHERE id = @id');
const admins = selectCount<Record<never, never>>(
  "SELECT count(*) AS count FROM account WHERE role = 'admin' AND is_disabled = 0",
);
const toUser = ({ id, email, name, role }: Row): User => ({ id, email, name, role });

export const users = {
  *findByEmail(email: string): Steps<UserWithHash | null> {
    const row = yield* byEmail({ email });
    return row && { user: toUser(row), passwordHash: row.passwordHash, isDisabled: row.isDisabled !== 0 };
  },
  *findById(id: string): Steps<User | null> {
    const row = yield* byId({ id });
    return row && toUser(row);
  },
  *isEmpty(): Steps<boolean> {
    return (yield* first({})) === null;
  },
  /** Null if the e-mail address already has an account. */
  *add(user: NewUser): Steps<User | null> {
    const id = randomUUID();
    const { email, name, role } = user;
    return (yield* insert({ ...user, id })) === 1 ? { id, email, name, role } : null;
  },
  setPassword: (id: string, passwordHash: string) => setHash({ id, passwordHash }),
  setDisabled: (id: string, isDisabled: boolean) => setDisabled({ id, isDisabled: isDisabled ? 1 : 0 }),
  setRole: (id: string, role: User['role']) => setRole({ id, role }),
  countAdmins: () => admins({}),
};
