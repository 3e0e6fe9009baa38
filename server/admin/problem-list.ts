import type { Db } from '../base/db/open-database.ts';
import type { ProblemGroup } from '../contract/admin/admin.ts';

type ProblemQuery = { readonly limit: number; readonly offset: number; readonly kind: string | null };
type Problem = ProblemGroup['problems'][number];
type Row = Problem & { readonly place: string };
type Model = { readonly title: string; readonly guid: string };

export type ProblemList = {
  /** Problems, newest first, one for each model, folder or host. */
  groups(query: ProblemQuery): ProblemGroup[];
  /** How many models, folders and hosts have problems of each kind, the most first. */
  kinds(): { kind: string; count: number }[];
  /** How many models, folders and hosts have problems, of one kind or of any. */
  count(kind: string | null): number;
};

/** From the gravest: what of a model is told first. */
const gravity = ['unreadable', 'host', 'missing', 'broken', 'duplicate', 'empty', 'name', 'metadata'];
/** What only says that nothing is left of a model follows from what its files say. */
const consequences = new Set(['empty']);
const imperative =
  /^(Add|Ask|Change|Check|Choose|Close|Connect|Convert|Copy|Correct|Delete|Download|Draw|Export|Give|Install|Leave|Make|Move|Name|Open|Put|Raise|Remove|Rename|Repair|Restart|Save|Say|Set|Start|Update|Upgrade|Use|Wait|Write)\b/;

/** A problem's sentences: the fault, and the advice at the end. */
export function splitAdvice(reason: string): { readonly what: string; readonly advice: string | null } {
  const sentences = reason.split(/(?<=\.) (?=[A-Z])/);
  let first = sentences.length;
  while (first > 1 && imperative.test(sentences[first - 1] ?? '')) first -= 1;
  if (first === sentences.length) return { what: reason, advice: null };
  return { what: sentences.slice(0, first).join(' '), advice: sentences.slice(first).join(' ') };
}

const rankOf = ({ kind }: Problem) => {
  const rank = gravity.indexOf(kind);
  return rank === -1 ? gravity.length : rank;
};

/** The problems of one place as one: none twice, none that only follows from another, and one piece of advice. */
function toProblemGroup(place: string, model: Model | null, found: readonly Problem[]): ProblemGroup {
  const causes = found.filter(({ kind }) => !consequences.has(kind));
  const told = (causes.length > 0 ? causes : found).toSorted((a, b) => rankOf(a) - rankOf(b));
  const parts = told.map(({ reason }) => splitAdvice(reason));
  const distinct = told.filter(
    ({ path }, index) =>
      told.findIndex((other, at) => other.path === path && parts[at]?.what === parts[index]?.what) === index,
  );
  const firstSeenAt = found.map(({ foundAt }) => foundAt).reduce((a, b) => (b < a ? b : a));
  return {
    place,
    title: model?.title ?? null,
    guid: model?.guid ?? null,
    kind: told[0]?.kind ?? '',
    advice: parts.find(({ advice }) => advice !== null)?.advice ?? null,
    firstSeenAt,
    problems: distinct.map((problem) => ({ ...problem, reason: splitAdvice(problem.reason).what })),
  };
}

export function createProblemList(db: Db): ProblemList {
  const places = db
    .prepare<[ProblemQuery], string>(
      `SELECT place FROM listed_problem GROUP BY place HAVING @kind IS NULL OR sum(kind = @kind) > 0
       ORDER BY min(found_at) DESC, place LIMIT @limit OFFSET @offset`,
    )
    .pluck();
  const ofPlace = db.prepare<[string], Row>(
    'SELECT place, path, kind, reason, found_at AS foundAt FROM listed_problem WHERE place IN (SELECT value FROM json_each(?)) ORDER BY path, kind',
  );
  const modelAt = db.prepare<[string], Model>(
    'SELECT title, guid FROM model WHERE folder = ? AND host IS NULL LIMIT 1',
  );
  const kinds = db.prepare<[], { kind: string; count: number }>(
    'SELECT kind, count(DISTINCT place) AS count FROM listed_problem GROUP BY kind ORDER BY count DESC, kind',
  );
  const count = db
    .prepare<[{ kind: string | null }], number>(
      'SELECT count(DISTINCT place) FROM listed_problem WHERE @kind IS NULL OR kind = @kind',
    )
    .pluck();
  return {
    groups(query) {
      const wanted = places.all(query);
      const byPlace = Map.groupBy(ofPlace.all(JSON.stringify(wanted)), ({ place }) => place);
      return wanted.map((place) => {
        const rows = (byPlace.get(place) ?? []).map(({ place: _, ...problem }) => problem);
        return toProblemGroup(place, modelAt.get(place) ?? null, rows);
      });
    },
    kinds: () => kinds.all(),
    count: (kind) => count.get({ kind }) ?? 0,
  };
}
