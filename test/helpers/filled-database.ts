import type { Db } from '../../server/base/db/open-database.ts';
import { createCatalogueWriter } from '../../server/catalogue/write/catalogue-writer.ts';
import { toModelData } from '../server/catalogue/search/engine/catalogue-fixture.ts';

/** Puts a person who has paid for one of two models into a database. */
export function fillDatabase(db: Db): void {
  db.exec(`
    INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES ('a', 'a@b', 'A', '', 'user', '');
    INSERT INTO token (id, hash, kind, account_id, name, scopes, created_at, expires_at)
      VALUES ('t', x'00', 'user', 'a', '', '[]', '', '');
    INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, reason, at)
      VALUES ('a', 'credit', 10000, 10000, 'Welcome', '1');
    INSERT INTO ledger (account_id, kind, amount_cents, balance_cents, guid, reason, at)
      VALUES ('a', 'unlock', -300, 9700, 'chair', 'Chair', '2');
    INSERT INTO unlock (account_id, guid, title, ledger_id, at) VALUES ('a', 'chair', 'Chair', 2, '2');
    INSERT INTO popularity_due (guid) VALUES ('chair');
    UPDATE account SET is_disabled = 0, role = 'user';
  `);
  const writer = createCatalogueWriter(db, () => Date.parse('2026-01-01T00:00:00Z'));
  writer.transaction(() => {
    for (const title of ['chair', 'table']) writer.put(toModelData(title, { title }));
  });
}
