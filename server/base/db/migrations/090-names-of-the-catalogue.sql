-- What the catalogue counts and keeps for itself, under names that stay when its tables are in a file of their own
-- (`server/base/db/catalogue-file.ts`).
CREATE VIEW caller_revision AS SELECT number FROM revision WHERE id = 1;
CREATE VIEW catalogue_sequence AS SELECT name, seq FROM sqlite_sequence;
CREATE VIEW catalogue_setting AS SELECT name, value FROM setting;
CREATE TRIGGER catalogue_setting_added INSTEAD OF INSERT ON catalogue_setting BEGIN
  INSERT OR REPLACE INTO setting (name, value) VALUES (new.name, new.value);
END;
CREATE TRIGGER catalogue_setting_changed INSTEAD OF UPDATE ON catalogue_setting BEGIN
  UPDATE setting SET value = new.value WHERE name = old.name;
END;
