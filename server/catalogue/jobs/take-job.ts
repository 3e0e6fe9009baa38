import type { Turn } from '../../base/data-folder/keep-working.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Job } from './jobs.ts';

/** Starts a job and returns its work; null if there is nothing to do, which is then recorded. */
type Look<Work> = (job: Job) => Work | null;

/** Limits of one transaction, in jobs and in milliseconds, as requests wait for it. */
export const lookedAtOnce = 40;
const longest = 3;

/** Commits without waiting for the disk. After a power cut, the jobs that this settled are checked again. */
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

/** Takes the first job that has work, settling those before it; 'more' if time ran out first. */
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

/** Runs as one turn of `keepWorking`. */
export async function takeTurn(
  db: Db,
  jobs: readonly Job[],
  look: Look<() => Promise<Turn>>,
): Promise<Turn | null> {
  const work = takeJob(db, jobs, look);
  return work === 'more' ? { changed: false } : (work?.() ?? null);
}
