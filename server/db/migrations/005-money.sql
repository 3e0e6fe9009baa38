-- Every row of the ledger carries the balance after it, so that a balance is one row, never a sum over a life of
-- unlocks; no row that does not add up, and no unlock that costs more than there is, can be written.
ALTER TABLE ledger ADD COLUMN balance_cents INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER ledger_is_never_changed;
UPDATE ledger SET balance_cents = (
  SELECT sum(earlier.amount_cents) FROM ledger AS earlier
  WHERE earlier.account_id = ledger.account_id AND earlier.id <= ledger.id
);
CREATE TRIGGER ledger_is_never_changed BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_adds_up BEFORE INSERT ON ledger
WHEN new.balance_cents IS NOT new.amount_cents + coalesce(
  (SELECT balance_cents FROM ledger WHERE account_id = new.account_id ORDER BY id DESC LIMIT 1), 0) BEGIN
  SELECT RAISE (ABORT, 'the balance is not the sum of the ledger');
END;
CREATE TRIGGER ledger_unlocks_are_paid BEFORE INSERT ON ledger
WHEN new.kind = 'unlock' AND (new.balance_cents < 0 OR new.amount_cents >= 0) BEGIN
  SELECT RAISE (ABORT, 'an unlock takes what there is');
END;
DROP INDEX ledger_by_account;
CREATE INDEX ledger_by_account ON ledger (account_id, id, balance_cents);

-- Numbers that grow with every change of their subject, whichever process makes it, so that what a server keeps in
-- memory is dropped at once.
CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL UNIQUE,
  number INTEGER NOT NULL
) STRICT;
INSERT INTO revision (id, subject, number) VALUES (1, 'callers', 0), (2, 'catalogue', 0);

CREATE TRIGGER token_changed AFTER UPDATE OF hash, kind, account_id, scopes, expires_at ON token BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;
CREATE TRIGGER token_removed AFTER DELETE ON token BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;
CREATE TRIGGER account_changed AFTER UPDATE OF is_disabled, role ON account BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;
CREATE TRIGGER account_removed AFTER DELETE ON account BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 1;
END;

-- Files are written with their model's row; popularity alone changes nothing that is kept.
CREATE TRIGGER catalogue_grown AFTER INSERT ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER catalogue_changed AFTER UPDATE OF guid, folder, title, slug, license, price_cents, version, content_hash,
  metadata_hash ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER catalogue_shrunk AFTER DELETE ON model BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER poster_added AFTER INSERT ON poster BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
CREATE TRIGGER poster_removed AFTER DELETE ON poster BEGIN
  UPDATE revision SET number = number + 1 WHERE id = 2;
END;
