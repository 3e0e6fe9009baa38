import type { Db } from '../../base/db/open-database.ts';
import { createJournal } from '../../catalogue/search/engine/state/journal.ts';

type Events = {
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
};

/** Poll interval in milliseconds: a changed model is found within a second, whichever process changed it. */
const lookEvery = 400;

/** Detects catalogue changes that nothing announced, for example by a command in another process. */
export function watchOutsideChanges(db: Db, { onChange, onTrouble }: Events) {
  const journal = createJournal(db);
  let seen = journal.last();
  const look = () => {
    try {
      if (journal.last() === seen) return;
    } catch (error) {
      onTrouble(error);
      return;
    }
    onChange();
  };
  const timer = setInterval(look, lookEvery).unref();
  return {
    /** Marks all changes so far as known. */
    note() {
      seen = journal.last();
    },
    close: () => clearInterval(timer),
  };
}
