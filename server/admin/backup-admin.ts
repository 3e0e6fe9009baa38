import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import { readLastBackup } from '../base/db/backup.ts';
import type { BackupThread } from '../base/db/backup-thread.ts';
import { codeOf } from '../base/storage/storage-fault.ts';
import { everyone } from '../base/store/account-store.ts';
import { entryFile, startThread } from '../base/threads/start.ts';
import type { Config } from '../config.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import { findBackups, findOldBackups, nameBackup } from '../shared/backup-names.ts';

type Backup = { readonly file: string; readonly madeAt: string; readonly sizeBytes: number };
type Parts = Pick<Core, 'db' | 'store' | 'clock'> & {
  readonly config: Pick<Config, 'dataDir' | 'sharedAccounts'>;
};

export type BackupAdmin = ReturnType<typeof createBackupAdmin>;

/** Makes backups on their own thread, in the data folder's `backups` folder. */
export function createBackupAdmin({ config: { dataDir, sharedAccounts }, db, store, clock }: Parts) {
  const folder = path.join(dataDir, 'backups');
  const isPossible = sharedAccounts === null;
  let making: Promise<Backup> | null = null;

  const readNames = (): Promise<readonly string[]> =>
    readdir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
  async function describe(name: string, at: number): Promise<Backup> {
    const file = path.join(folder, name);
    return { file, madeAt: toIso(at), sizeBytes: (await stat(file)).size };
  }
  async function write(actor: Actor): Promise<Backup> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const taken = await readNames();
    let at = Math.floor(clock() / 1000) * 1000;
    while (taken.includes(nameBackup(at))) at += 1000;
    const name = nameBackup(at);
    const thread = startThread<BackupThread>(entryFile('backup-thread'), { data: null, patienceMs: null });
    try {
      await thread.call('write', {
        ...{ database: db.name, dataDir },
        ...{ file: path.join(folder, name), at: toIso(at) },
      });
    } finally {
      await thread.close();
    }
    for (const old of findOldBackups(await readNames(), name))
      await rm(path.join(folder, old.name), { force: true });
    const details = { backup: name };
    await store.transaction(
      everyone,
      auditLog.note({ actor, action: 'server.backup', accountId: null, details, at: toIso(clock()) }),
    );
    return describe(name, at);
  }

  return {
    lastAt: () => readLastBackup(db),
    async read() {
      const backups = await Promise.all(
        findBackups(await readNames()).map(({ name, at }) => describe(name, at)),
      );
      return { isPossible, backups };
    },
    /** Concurrent requests share one backup. */
    make(actor: Actor): Promise<Backup> {
      if (!isPossible)
        throw new AppError(
          'UNAVAILABLE',
          'The accounts of this site are in PostgreSQL: back that up with pg_dump.',
        );
      making ??= write(actor)
        .catch((cause: unknown) => {
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new AppError('UNAVAILABLE', sentence`No backup was made. ${{ reason: why }}`, { cause });
        })
        .finally(() => {
          making = null;
        });
      return making;
    },
    /** Waits for a backup in progress. */
    close: async () => void (await making?.catch(() => undefined)),
  };
}
