import { rmSync, writeFileSync } from 'node:fs';
import { openDatabase } from '../../../../server/base/db/open-database.ts';

/** Commits to both files of a database while nothing can be written to the second. */
const [file = '', control = ''] = process.argv.slice(2);
const db = openDatabase(file);
const write = db.transaction(() => {
  db.exec("INSERT INTO problem (path, kind, reason, found_at) VALUES ('p', 'k', '', '')");
  db.exec("INSERT INTO model_version (guid, version) VALUES ('torn', 1)");
  writeFileSync(control, 'EIO');
});
try {
  write.immediate();
} catch {
  rmSync(control);
  process.exitCode = 3;
}
