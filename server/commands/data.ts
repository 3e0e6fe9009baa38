import path from 'node:path';
import { z } from 'zod';
import { toIso } from '../base/clock.ts';
import { noteBackup, writeBackup } from '../base/db/backup.ts';
import { checkDatabase } from '../base/db/check-database.ts';
import { findCopyBefore } from '../base/db/open-data-database.ts';
import { restoreBackup } from '../base/db/restore.ts';
import { loadServerKey } from '../base/keys.ts';
import { checkLedger } from '../billing/check-ledger.ts';
import { defineCommand } from './define-command.ts';
import { requireDatabase } from './require-database.ts';

export const backupData = defineCommand({
  name: 'backup',
  summary:
    'Back up the database and server key to one file, even while the server runs; protect it like a password',
  positionals: ['file'],
  input: z.object({
    file: z.string().min(1).describe('A file that does not exist yet'),
    withoutCatalogue: z
      .boolean()
      .default(false)
      .describe(
        'Leave out what can be read or made again, for a small file with accounts, money and everything else that people have',
      ),
  }),
  run({ file, withoutCatalogue }, { config, clock, openDb }) {
    const { dataDir } = config;
    requireDatabase(dataDir);
    if (config.sharedAccounts)
      throw new Error(
        'The accounts of this site are in PostgreSQL: back that up with pg_dump, and keep LODESTOCK_SERVER_KEY. The catalogue in the data folder comes from the file hosts again.',
      );
    loadServerKey(dataDir);
    const target = path.resolve(file);
    const at = toIso(clock());
    const db = openDb();
    writeBackup({ db, dataDir, file: target, at, withCatalogue: !withoutCatalogue });
    noteBackup(db, at);
    const rest = withoutCatalogue
      ? 'After a restore, models are listed as they are read again. The library folder is not in it; back it up separately.'
      : 'The library folder is not in it; back it up separately.';
    return { text: `Written to ${target}. ${rest}`, json: { file: target, madeAt: at } };
  },
});

export const restoreData = defineCommand({
  name: 'restore',
  summary:
    'Restore the database and server key from a backup, with the server stopped; the replaced files are kept',
  positionals: ['file'],
  input: z
    .object({
      file: z.string().min(1).optional().describe('A file that backup wrote'),
      beforeUpgrade: z
        .boolean()
        .default(false)
        .describe(
          'Instead of a file: the copy from before a newer version upgraded the database, if one has',
        ),
    })
    .refine(({ file, beforeUpgrade }) => (file === undefined) === beforeUpgrade, {
      path: ['file'],
      message: 'name a file, or use --before-upgrade',
    }),
  run({ file }, { config, clock }) {
    if (config.sharedAccounts && file !== undefined)
      throw new Error(
        'The accounts of this site are in PostgreSQL: restore that with pg_restore, with the sites stopped.',
      );
    const { dataDir } = config;
    if (file === undefined) requireDatabase(dataDir);
    const from = file === undefined ? findCopyBefore(dataDir) : path.resolve(file);
    if (from === null)
      return { text: 'Nothing was restored: this version reads the database as it is.', json: null };
    const { madeAt, aside } = restoreBackup({
      ...{ dataDir, file: from },
      at: toIso(clock()),
      findFaults: (db) => [...checkDatabase(db), ...checkLedger(db)],
    });
    return {
      text: `Restored the backup of ${madeAt}. The previous data is in ${aside}.`,
      json: { madeAt, aside },
    };
  },
});
