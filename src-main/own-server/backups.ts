import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, wordsOfError } from '../../server/contract/errors.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import { findBackups, findOldBackups, nameBackup } from '../../server/shared/backup-names.ts';

import type { Log } from '../platform/storage/log.ts';
import type { CommandResult, RunCommand } from '../server-connection/run-command.ts';

type BackupPlan = {
  readonly every: 'day' | 'week' | null;
  /** Null until the user has chosen one. */
  readonly folder: string | null;
};

type Backup = { readonly file: string; readonly at: string; readonly sizeBytes: number };

type BackupsOptions = {
  readonly plan: () => BackupPlan;
  readonly run: RunCommand;
  readonly now: () => number;
  readonly log: Log;
  /** Called with the reason when a scheduled backup fails. */
  readonly onFailure: (message: Words) => void;
};

const hour = 3_600_000;
const intervals = { day: 24 * hour, week: 7 * 24 * hour } as const;
const retryAfter = hour;

/** Returns the backups in a folder, newest first. Rejects if the folder cannot be read. */
const listBackups = async (folder: string) => findBackups(await readdir(folder));

const toReason = ({ errors, output }: CommandResult) => errors || output || 'The server gave no reason.';

/** Backs up the bundled server's database and key while it runs, on request and on schedule. */
export function createBackups({ plan, run, now, log, onFailure }: BackupsOptions) {
  let lastTry = Number.NEGATIVE_INFINITY;
  let running: Promise<Backup> | null = null;
  let problem: Words | null = null;

  async function write(folder: string): Promise<Backup> {
    const at = now();
    const name = nameBackup(at);
    const file = path.join(folder, name);
    // The folder must exist: the folder of a missing disk is not created.
    await stat(folder).catch((error: unknown) => {
      throw new AppError(
        'UNAVAILABLE',
        sentence`The folder ${{ folder }} is not there. Connect its disk, or choose another.`,
        {
          cause: error,
        },
      );
    });
    const result = await run(['backup', file]);
    if (result.code !== 0)
      throw new AppError('UNAVAILABLE', sentence`No backup was made. ${{ reason: toReason(result) }}`);
    const { size } = await stat(file);
    const old = findOldBackups(await readdir(folder), name);
    await Promise.all(old.map((one) => rm(path.join(folder, one.name), { force: true })));
    problem = null;
    return { file, at: new Date(at).toISOString(), sizeBytes: size };
  }

  function make(): Promise<Backup> {
    const { folder } = plan();
    if (folder === null)
      return Promise.reject(new AppError('INVALID_INPUT', 'Choose a folder for the backups first.'));
    running ??= write(folder)
      .catch((error: unknown) => {
        problem = wordsOfError(error);
        throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function isDue(): Promise<boolean> {
    const { every, folder } = plan();
    if (every === null || folder === null || now() - lastTry < retryAfter) return false;
    const [latest] = await listBackups(folder).catch(() => []);
    // A clock that was set back must not stop backups.
    return latest === undefined || latest.at > now() || now() - latest.at >= intervals[every];
  }

  return {
    make,
    /** Makes a backup if one is due. */
    async tend(): Promise<void> {
      if (running !== null || !(await isDue())) return;
      lastTry = now();
      try {
        const { file } = await make();
        log.info('backup.made', { file });
      } catch (error) {
        log.error('backup.failed', { error });
        onFailure(problem ?? '');
      }
    },
    /** Returns the latest backup, and why the last attempt failed. */
    async read(): Promise<{ readonly last: Backup | null; readonly problem: Words | null }> {
      const { folder } = plan();
      if (folder === null) return { last: null, problem: null };
      const [latest] = await listBackups(folder).catch(() => []);
      if (latest === undefined) return { last: null, problem };
      const file = path.join(folder, latest.name);
      const found = await stat(file).catch(() => null);
      const last = found && { file, at: new Date(latest.at).toISOString(), sizeBytes: found.size };
      return { last, problem };
    },
  };
}
