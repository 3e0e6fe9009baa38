import type { Turn } from '../../base/data-folder/keep-working.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Job } from './jobs.ts';

/** Begins a job and gives what is to be done; null where nothing is, which has then been written down. */
type Look<Work> = (job: Job) => Work | null;

/** As many as are looked at in one transaction, and for how many milliseconds: requests wait in the meantime. */
export const lookedAtOnce = 40;
const longest = 3;

/** A commit that waits for no disk. A power cut may undo it: jobs that it ended are then looked at once more. */
function commitLightly<Result>(db: Db, change: () => Result): Result {
  const files = db
    .prepare<[], string>("SELECT name FROM pragma_database_list WHERE name <> 'temp'")
    .pluck()
    .all();
  const setAll = (level: 'NORMAL' | 'FULL') => {
    for (const file of files) db.pragma(`${file}.synchronous = ${level}`);
  };
  setAll('NORMAL');
  try {
    return db.transaction(change).immediate();
  } finally {
    setAll('FULL');
  }
}

/** Takes the first of these jobs that has something to be done, and ends those before it; 'more': it did not come to one in time. */
export function takeJob<Work>(
  db: Db,
  jobs: readonly Job[],
  look: Look<Work>,
  now: () => number = () => performance.now(),
): Work | 'more' | null {
  if (jobs.length === 0) return null;
  return commitLightly(db, () => {
    const until = now() + longest;
    for (const job of jobs) {
      const work = look(job);
      if (work !== null) return work;
      if (now() > until) break;
    }
    return 'more';
  });
}

/** The same as a turn of `keepWorking`. */
export async function takeTurn(
  db: Db,
  jobs: readonly Job[],
  look: Look<() => Promise<Turn>>,
): Promise<Turn | null> {
  const work = takeJob(db, jobs, look);
  return work === 'more' ? { changed: false } : (work?.() ?? null);
}
