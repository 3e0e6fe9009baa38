import type { Db } from '../../db/open-database.ts';

/** Something in the library that a person should mend; `path` is relative to the library folder. */
export type Problem = { readonly path: string; readonly kind: ProblemKind; readonly reason: string };
export type ProblemKind =
  | 'unreadable'
  | 'link'
  | 'name'
  | 'broken'
  | 'metadata'
  | 'missing'
  | 'duplicate'
  | 'empty'
  | 'poster';
export type ReportProblem = (path: string, kind: ProblemKind, reason: string) => void;

export type Problems = {
  list(): readonly Problem[];
  /** The problems of a scan take the place of those of the scan before. */
  replace(problems: readonly Problem[], at: string): void;
};

export function createProblems(db: Db): Problems {
  const clear = db.prepare('DELETE FROM problem');
  const insert = db.prepare(
    'INSERT OR REPLACE INTO problem (path, kind, reason, found_at) VALUES (?, ?, ?, ?)',
  );
  const select = db.prepare<[], Problem>('SELECT path, kind, reason FROM problem ORDER BY path, kind');
  return {
    list: () => select.all(),
    replace: db.transaction((problems: readonly Problem[], at: string) => {
      clear.run();
      for (const { path, kind, reason } of problems) insert.run(path, kind, reason, at);
    }),
  };
}
