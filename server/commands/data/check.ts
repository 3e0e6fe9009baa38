import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checkLedger, countBooks } from '../../billing/check-ledger.ts';
import { toUsd } from '../../billing/ledger.ts';
import { checkDatabase } from '../../db/check-database.ts';
import { checkLibrary } from '../../host/check-library.ts';
import { defineCommand } from '../define-command.ts';

/** Refuses to make an empty database only to say something of it. */
export function requireDatabase(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'lodestock.db'))) return;
  throw new Error(`There is no database in ${dataDir}. Set LODESTOCK_DATA_DIR to the server's data folder.`);
}

export const checkData = defineCommand({
  name: 'check',
  summary: 'Proves that database, ledger, unlocks and library agree; exits with 1 where they do not',
  input: z.object({
    deep: z.boolean().default(false).describe('Read every file of the library and compare its SHA-256, too'),
  }),
  async run({ deep }, { config, openDb, note }) {
    requireDatabase(config.dataDir);
    const db = openDb();
    const books = countBooks(db);
    note(deep ? 'Reading every file of the library …' : 'Comparing …');
    const library = await checkLibrary({ db, libraryDir: config.libraryDir, isDeep: deep });
    const findings = [...checkDatabase(db), ...checkLedger(db), ...library.findings];
    const counts = `${books.accounts} accounts, ${books.ledgerRows} ledger rows, ${books.unlocks} unlocks, ${library.files} files; balances $${toUsd(books.balanceCents).toFixed(2)}`;
    const lines = findings.map(({ what, advice }) => `${what} ${advice}`);
    const end = findings.length === 0 ? 'All is well' : `${findings.length} wrong`;
    return {
      text: [...lines, `${end}: ${counts}.`].join('\n'),
      json: { isSound: findings.length === 0, findings, ...books, files: library.files },
      isFailure: findings.length > 0,
    };
  },
});
