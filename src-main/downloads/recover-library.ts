import path from 'node:path';
import type { ModelFolder } from '../library/model-folders.ts';
import { restoreReceipt } from '../library/receipt.ts';
import type { Log } from '../log.ts';
import { takeModelLease } from './model-lease.ts';
import { recoverSwap } from './recover-swap.ts';
import { openStaging, type Sharing } from './staging.ts';
import { isUnfinished } from './swap-intent.ts';

type RecoverOptions = {
  readonly library: string;
  readonly folders: readonly ModelFolder[];
  readonly sharing: Sharing;
  readonly signal: AbortSignal;
  readonly log: Log;
};

async function recoverModel(options: RecoverOptions, folder: string): Promise<boolean> {
  const { library, sharing, signal } = options;
  const staging = await openStaging(library, folder, sharing, signal);
  try {
    const lease = await takeModelLease(folder, sharing, signal);
    try {
      const isRecovered = await recoverSwap({ library, folder, lease, staging: staging.folder, signal });
      return (await restoreReceipt(folder)) || isRecovered;
    } finally {
      await lease.release();
    }
  } finally {
    await staging.close();
  }
}

/**
 * Finishes or undoes changes of models that a crash has interrupted, and puts back damaged receipts. Waits where another
 * computer may be at work. Returns whether anything was changed.
 */
export async function recoverLibrary(options: RecoverOptions): Promise<boolean> {
  const { folders, log, signal } = options;
  let isChanged = false;
  for (const { folder, reading } of folders) {
    const isDamaged = reading.kind === 'receipt' && reading.damage !== null;
    if (!isDamaged && !(await isUnfinished(folder))) continue;
    try {
      isChanged = (await recoverModel(options, folder)) || isChanged;
      log.info('library.recovered', { model: path.basename(folder) });
    } catch (error) {
      if (signal.aborted) return isChanged;
      log.warn('library.not-recovered', { folder, error });
    }
  }
  return isChanged;
}
