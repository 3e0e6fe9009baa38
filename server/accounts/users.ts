import { randomUUID } from 'node:crypto';
import type { User } from '../contract/accounts.ts';
import type { Db } from '../db/open-database.ts';

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
    add({ email, name, passwordHash, role, at }) {
      const id = randomUUID();
      const { changes } = insert.run(id, email, name, passwordHash, role, at);
      return changes === 1 ? { id, email, name, role } : null;
    },
  };
}
