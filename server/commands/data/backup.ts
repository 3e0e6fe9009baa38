import path from 'node:path';
import { z } from 'zod';
import { toIso } from '../../clock.ts';
import { writeBackup } from '../../db/backup.ts';
import { loadServerKey } from '../../keys.ts';
import { defineCommand } from '../define-command.ts';
import { requireDatabase } from './check.ts';

export const backupData = defineCommand({
  name: 'backup',
  summary:
    'Writes database and server key into one file, beside a running server too; keep it as safe as a password',
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
