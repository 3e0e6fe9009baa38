import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { toIso } from '../base/clock.ts';
import { writeBackup } from '../base/db/backup.ts';
import { checkDatabase } from '../base/db/check-database.ts';
import { restoreBackup } from '../base/db/restore.ts';
import { loadServerKey } from '../base/keys.ts';
import { formatUsd } from '../base/money.ts';
import { checkLedger, countBooks } from '../billing/check-ledger.ts';
import { checkLibrary } from '../library/check-library.ts';
import { defineCommand } from './define-command.ts';

/** Refuses to make an empty database only to say something of it. */
function requireDatabase(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'lodestock.db'))) return;
  throw new Error(`There is no database in ${dataDir}. Set LODESTOCK_DATA_DIR to the server's data folder.`);
}

export const checkData = defineCommand({
  name: 'check',
  summary: 'Verify that database, ledger, unlocks and library agree; exits with 1 if they do not',
  input: z.object({
    deep: z.boolean().default(false).describe('Also read every file in the library and compare its SHA-256'),
  }),
  async run({ deep }, { config, openDb, note }) {
    requireDatabase(config.dataDir);
    const db = openDb();
    const books = countBooks(db);
    note(deep ? 'Reading every file of the library …' : 'Comparing …');
    const library = await checkLibrary({ db, libraryDir: config.libraryDir, isDeep: deep });
    const findings = [...checkDatabase(db), ...checkLedger(db), ...library.findings];
    const counts = `${books.accounts} accounts, ${books.ledgerRows} ledger rows, ${books.unlocks} unlocks, ${library.files} files; balances ${formatUsd(books.balanceCents)}`;
    const lines = findings.map(({ what, advice }) => `${what} ${advice}`);
    const end = findings.length === 0 ? 'All is well' : `${findings.length} wrong`;
    return {
      text: [...lines, `${end}: ${counts}.`].join('\n'),
      json: { isSound: findings.length === 0, findings, ...books, files: library.files },
      isFailure: findings.length > 0,
    };
  },
});

export const backupData = defineCommand({
  name: 'backup',
  summary:
    'Back up the database and server key to one file, even while the server runs; guard it like a password',
  positionals: ['file'],
  input: z.object({ file: z.string().min(1).describe('A file that does not exist yet') }),
  run({ file }, { config, clock, openDb }) {
    const { dataDir } = config;
    requireDatabase(dataDir);
    loadServerKey(dataDir);
    const target = path.resolve(file);
    const at = toIso(clock());
    writeBackup({ db: openDb(), dataDir, file: target, at });
    const rest = 'The library folder is not in it; back it up by itself.';
    return { text: `Written to ${target}. ${rest}`, json: { file: target, madeAt: at } };
  },
});

export const restoreData = defineCommand({
  name: 'restore',
  summary:
    'Restore the database and server key from a backup, with the server stopped; the replaced files are kept',
  positionals: ['file'],
  input: z.object({ file: z.string().min(1).describe('A file that backup wrote') }),
  run({ file }, { config, clock }) {
    const { madeAt, aside } = restoreBackup({
      dataDir: config.dataDir,
      file: path.resolve(file),
      at: toIso(clock()),
      findFaults: (db) => [...checkDatabase(db), ...checkLedger(db)],
    });
    return {
      text: `Restored the backup of ${madeAt}. What was there before is in ${aside}.`,
      json: { madeAt, aside },
    };
  },
});
