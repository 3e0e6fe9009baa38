-- A deleted account is a row without a name, which its ledger belongs to.
ALTER TABLE account ADD COLUMN deleted_at TEXT;
