import { auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Caller } from '../base/http/caller.ts';
import { runOn } from '../base/store/sqlite-store.ts';
import type { Config } from '../config.ts';
import type { ActionName } from '../contract/admin/admin-words.ts';
import { openReviewMode } from '../library/corrections/review-mode.ts';
import { openWaiting } from '../library/corrections/waiting.ts';
import type { PublishRow } from './publish-rows.ts';
import type { ShownModels } from './shown-models.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly config: Pick<Config, 'publishReview' | 'isReviewing'>;
  readonly shown: Pick<ShownModels, 'version'>;
};

export type PublishReview = ReturnType<typeof createPublishReview>;

/**
 * Decides whose publishes wait for an admin. Without a setting, new models follow the library's review, and new
 * versions wait too while it is on. Admins are trusted.
 */
export function createPublishReview({ config, db, shown, clock }: Parts) {
  const { publishReview: setting } = config;
  const library = openReviewMode(db, config.isReviewing);
  const waiting = openWaiting(db);
  return {
    /** Whether a publish under this guid waits; if not, the library's review does not hold it back either. */
    holds(guid: string, { role }: Pick<Caller, 'role'>): boolean {
      const isVersion = shown.version(guid) !== null;
      const isHeld =
        role !== 'admin' &&
        (setting === null
          ? isVersion && library.isOn()
          : setting === 'all' || (setting === 'new' && !isVersion));
      if (!isHeld && setting !== null) waiting.approve(guid);
      return isHeld;
    },
    note({ id, guid, accountId, product }: PublishRow, isApproved: boolean, actor: string): void {
      const action: ActionName = isApproved ? 'publish.approve' : 'publish.refuse';
      const details = { publishId: id, title: product.title };
      db.transaction(() => {
        if (isApproved) waiting.approve(guid);
        runOn(db, auditLog.note({ actor, action, accountId, guids: [guid], details, at: toIso(clock()) }));
      }).immediate();
    },
  };
}
