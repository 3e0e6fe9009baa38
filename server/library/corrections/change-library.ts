import { type Actor, auditLog, type NewAction } from '../../accounts/audit/audit-log.ts';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { runOn } from '../../base/store/sqlite-store.ts';
import type { ActionName } from '../../contract/admin/admin-words.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Library } from '../library.ts';
import { type OwnModel, openLibraryView } from './library-view.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly reread: Library['reread'];
  /** True if there is a library to change, with the accounts stored beside it. */
  readonly hasLibrary: boolean;
};
type NamedChange = Pick<NewAction, 'details' | 'guids'> & {
  readonly actor: Actor;
  readonly action: ActionName;
};

/** Writes each correction together with its audit record, then rereads the folders. */
export function createChangeLibrary({ db, clock, reread, hasLibrary }: Parts) {
  const view = openLibraryView(db);
  return {
    write(change: NamedChange, work: () => void): void {
      if (!hasLibrary)
        throw new AppError(
          'FORBIDDEN',
          'This site has no library of its own. Correct models on the server of the file host that has them.',
        );
      db.transaction(() => {
        work();
        runOn(db, auditLog.note({ ...change, accountId: null, at: toIso(clock()) }));
      }).immediate();
    },
    /** Throws MODEL_NOT_FOUND. */
    require(guid: string): OwnModel {
      const model = view.find(guid);
      if (model) return model;
      throw new AppError(
        'MODEL_NOT_FOUND',
        sentence`This library has no model ${{ guid }}. It may have changed; open the page again.`,
      );
    },
    /** Updates these models' catalogue rows to match their corrections. */
    rereadModels(models: readonly OwnModel[]): Promise<void> {
      const units = [...new Set(models.map((model) => view.unitOf(model).unit))];
      return reread({ folders: units, units });
    },
  };
}
