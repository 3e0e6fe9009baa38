import path from 'node:path';
import { z } from 'zod';
import { checkLedger } from '../../billing/check-ledger.ts';
import { toIso } from '../../clock.ts';
import { checkDatabase } from '../../db/check-database.ts';
import { restoreBackup } from '../../db/restore.ts';
import { defineCommand } from '../define-command.ts';

export const restoreData = defineCommand({
  name: 'restore',
  summary:
    'Puts a backup in the place of database and server key; the server must be stopped, what was there is kept',
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
