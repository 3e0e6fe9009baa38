import type Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';

/** Adds sqlite-vec's functions to a connection. Throws where its binary is missing. */
export const loadSqliteVec = (db: Database.Database) =>
  // SQLite opens the library itself and knows no archive, so the packed app keeps it beside.
  db.loadExtension(getLoadablePath().replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'));
