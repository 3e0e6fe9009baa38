import { z } from 'zod';
import { IsoTime, Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { admin, adminErrors } from './admin-accounts.ts';

const Backup = z.object({
  file: z.string().describe('Path on the server; the file contains the server’s key'),
  madeAt: IsoTime,
  sizeBytes: z.number().int(),
});

/** Backups of accounts, money and catalogue, in the data folder. */
export const adminBackupRoutes = {
  adminBackups: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/backups',
    summary: 'Backups in the data folder, newest first',
    response: z.object({
      ok: Ok,
      version: z.string().describe('The version of the server'),
      program: z.string().describe('The command of the server, to which its words are added'),
      isPossible: z.boolean().describe('False where accounts are in PostgreSQL: use pg_dump'),
      backups: z.array(Backup),
    }),
    errors: adminErrors,
  }),
  adminBackUp: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/backups',
    summary: 'Back up the database and the server’s key while the server runs; the last seven are kept',
    status: 201,
    response: z.object({ ok: Ok, backup: Backup }),
    errors: [...adminErrors, 'UNAVAILABLE'],
  }),
};
