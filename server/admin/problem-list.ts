import { type Actor, auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { LongQueries } from '../base/db/long-queries.ts';
import { everyone } from '../base/store/account-store.ts';
import { fromStored } from '../catalogue/write/problems.ts';
import type { ProblemGroup } from '../contract/admin/admin.ts';
import { type FoundGroup, groupProblems, type ListedProblem } from './problem-groups.ts';

type State = 'open' | 'passed';
type ProblemQuery = {
  readonly limit: number;
  readonly offset: number;
  readonly kind: string | null;
  readonly state: State;
};
type Parts = Pick<Core, 'db' | 'store' | 'clock'> & {
  readonly longQueries: LongQueries;
};
type Row = Omit<ListedProblem, 'sentence'> & { readonly sentence: string | null };
type Model = { readonly title: string; readonly guid: string };

export type ProblemList = {
  list(query: ProblemQuery): Promise<{ groups: ProblemGroup[]; total: number }>;
  /** Number of models, folders and hosts per kind of problem, most frequent first. */
  kinds(state: State): Promise<{ kind: string; count: number }[]>;
  /** Dismisses a group or lists it again; returns the number of problems. */
  pass(id: string, isPassed: boolean, actor: Actor): Promise<number>;
};

/** SQL: whether an admin dismissed this row of `listed_problem`. */
export const isPassed = '(path, kind, reason) IN (SELECT path, kind, reason FROM passed_problem)';

const all = `SELECT place, path, kind, reason, sentence, found_at AS foundAt
  FROM listed_problem WHERE ${isPassed} = @passed ORDER BY place, path, kind`;
const counts = `SELECT kind, count(DISTINCT place) AS count FROM listed_problem WHERE ${isPassed} = @passed
  GROUP BY kind ORDER BY count DESC, kind`;
const valuesOf = (state: State) => ({ passed: state === 'passed' ? 1 : 0 });

export function createProblemList({ db, longQueries, store, clock }: Parts): ProblemList {
  const modelAt = db.prepare<[string], Model>(
    'SELECT title, guid FROM model WHERE folder = ? AND host IS NULL LIMIT 1',
  );
  const pass = db.prepare('INSERT OR IGNORE INTO passed_problem (path, kind, reason) VALUES (?, ?, ?)');
  const list = db.prepare('DELETE FROM passed_problem WHERE path = ? AND kind = ? AND reason = ?');

  const find = async (state: State) =>
    groupProblems((await longQueries.all<Row>(all, valuesOf(state))).map(fromStored));
  const toAnswer = ({ lastSeenAt: _, found: __, ...group }: FoundGroup): ProblemGroup => {
    const { title = null, guid = null } = (group.count === 1 ? modelAt.get(group.place) : null) ?? {};
    return { ...group, title, guid };
  };
  return {
    async list({ kind: wanted, state, limit, offset }) {
      const groups = (await find(state)).filter(
        ({ found }) => wanted === null || found.some(({ kind }) => kind === wanted),
      );
      return { groups: groups.slice(offset, offset + limit).map(toAnswer), total: groups.length };
    },
    kinds: (state) => longQueries.all(counts, valuesOf(state)),
    async pass(id, isPassed, actor) {
      const group = (await find(isPassed ? 'open' : 'passed')).find((one) => one.id === id);
      if (!group) return 0;
      const change = isPassed ? pass : list;
      db.transaction(() => {
        for (const { path, kind, reason } of group.found) change.run(path, kind, reason);
      }).immediate();
      const { place, kind, count } = group;
      const action = isPassed ? 'problem.pass' : 'problem.show';
      const details = { place, kind, count };
      const at = toIso(clock());
      await store.transaction(everyone, auditLog.note({ actor, action, accountId: null, details, at }));
      return group.found.length;
    },
  };
}
