import { randomUUID } from 'node:crypto';
import type { Db } from '../base/db/open-database.ts';
import type { User } from '../contract/accounts.ts';

export type UserWithHash = {
  readonly user: User;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
};

export type NewUser = {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: User['role'];
  readonly at: string;
};

export type Users = {
  findByEmail(email: string): UserWithHash | null;
  findById(id: string): User | null;
  isEmpty(): boolean;
  /** null when the e-mail address has an account already. */
  add(user: NewUser): User | null;
  setPassword(id: string, passwordHash: string): void;
  setDisabled(id: string, isDisabled: boolean): void;
  setRole(id: string, role: User['role']): void;
  /** Those who may sign in. */
  countAdmins(): number;
};

type Row = User & { password_hash: string; is_disabled: number };

export function createUsers(db: Db): Users {
  const columns = 'id, email, name, role, password_hash, is_disabled';
  const byEmail = db.prepare<[string], Row>(`SELECT ${columns} FROM account WHERE email = ?`);
  const byId = db.prepare<[string], Row>(`SELECT ${columns} FROM account WHERE id = ?`);
  const first = db.prepare('SELECT 1 FROM account LIMIT 1');
  const insert = db.prepare(
    `INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (email) DO NOTHING`,
  );
  const setHash = db.prepare('UPDATE account SET password_hash = ? WHERE id = ?');
  const setDisabled = db.prepare('UPDATE account SET is_disabled = ? WHERE id = ?');
  const setRole = db.prepare('UPDATE account SET role = ? WHERE id = ?');
  const admins = db
    .prepare<[], number>("SELECT count(*) FROM account WHERE role = 'admin' AND is_disabled = 0")
    .pluck();
  const toUser = ({ id, email, name, role }: Row): User => ({ id, email, name, role });

  return {
    findByEmail(email) {
      const row = byEmail.get(email);
      return row
        ? { user: toUser(row), passwordHash: row.password_hash, isDisabled: row.is_disabled !== 0 }
        : null;
    },
    findById(id) {
      const row = byId.get(id);
      return row ? toUser(row) : null;
    },
    isEmpty: () => first.get() === undefined,
    setPassword: (id, passwordHash) => void setHash.run(passwordHash, id),
    setDisabled: (id, isDisabled) => void setDisabled.run(isDisabled ? 1 : 0, id),
    setRole: (id, role) => void setRole.run(role, id),
    countAdmins: () => admins.get() ?? 0,
    add({ email, name, passwordHash, role, at }) {
      const id = randomUUID();
      const { changes } = insert.run(id, email, name, passwordHash, role, at);
      return changes === 1 ? { id, email, name, role } : null;
    },
  };
}
