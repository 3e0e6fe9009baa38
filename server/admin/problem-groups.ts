import { hash } from 'node:crypto';
import type { ProblemGroup } from '../contract/admin/admin.ts';
import { nameOf } from '../contract/relative-path.ts';
import { commonFolder } from '../shared/common-folder.ts';

type Problem = ProblemGroup['problems'][number];
export type ListedProblem = Problem & { readonly place: string };
/** A group without the details of its model. */
export type FoundGroup = Omit<ProblemGroup, 'title' | 'guid'> & {
  readonly lastSeenAt: string;
  /** All problems of the group, including consequences of others. */
  readonly found: readonly ListedProblem[];
};

/** Gravest first: the order in which a model's problems are shown. */
const gravity = ['unreadable', 'host', 'missing', 'broken', 'duplicate', 'empty', 'name', 'metadata'];
/** "Nothing is left of the model" follows from its files' problems. */
const consequences = new Set(['empty']);
const imperative =
  /^(Add|Ask|Change|Check|Choose|Close|Connect|Convert|Copy|Correct|Delete|Download|Draw|Export|Give|Install|Leave|Make|Move|Name|Open|Put|Raise|Remove|Rename|Repair|Restart|Save|Say|Set|Start|Update|Upgrade|Use|Wait|Write)\b/;

/** Splits a problem's text into the fault and the advice at the end. */
export function splitAdvice(reason: string): { readonly what: string; readonly advice: string | null } {
  const sentences = reason.split(/(?<=\.) (?=[A-Z])/);
  let first = sentences.length;
  while (first > 1 && imperative.test(sentences[first - 1] ?? '')) first -= 1;
  if (first === sentences.length) return { what: reason, advice: null };
  return { what: sentences.slice(0, first).join(' '), advice: sentences.slice(first).join(' ') };
}

/** Leaves out a sentence whose advice is inside a value: the page then translates the text. */
function withoutAdvice({ reason, sentence }: Problem): Pick<Problem, 'reason' | 'sentence'> {
  const { what, advice } = splitAdvice(reason);
  const key = splitAdvice(sentence?.key ?? '');
  return {
    reason: what,
    sentence: sentence && key.advice === advice ? { ...sentence, key: key.what } : undefined,
  };
}

const rankOf = ({ kind }: Problem) => {
  const rank = gravity.indexOf(kind);
  return rank === -1 ? gravity.length : rank;
};

/** Minimum number of similar problems to merge into one row. */
const leastAlike = 3;
const mostTold = 1000;

const endingOf = (path: string) => /[^.]\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? '';
const earliest = (found: readonly Problem[]) =>
  found.reduce((first, { foundAt }) => (foundAt < first ? foundAt : first), found[0]?.foundAt ?? '');

/** Merges the problems of one place: without duplicates and consequences, and with one piece of advice. */
function toGroup(place: string, found: readonly ListedProblem[]): FoundGroup {
  const causes = found.filter(({ kind }) => !consequences.has(kind));
  const told = (causes.length > 0 ? causes : found).toSorted((a, b) => rankOf(a) - rankOf(b));
  const parts = told.map(({ reason }) => splitAdvice(reason));
  const distinct = told.filter(
    ({ path }, index) =>
      told.findIndex((other, at) => other.path === path && parts[at]?.what === parts[index]?.what) === index,
  );
  const firstSeenAt = earliest(found);
  return {
    id: place,
    place,
    count: 1,
    ending: endingOf(place),
    kind: told[0]?.kind ?? '',
    advice: parts.find(({ advice }) => advice !== null)?.advice ?? null,
    firstSeenAt,
    lastSeenAt: firstSeenAt,
    problems: distinct.map(({ place: _, ...problem }) => ({ ...problem, ...withoutAdvice(problem) })),
    found,
  };
}

/** Equal for places whose files have the same extension and problem, whatever their names. */
function likenessOf({ id, kind, problems }: FoundGroup): string {
  if (kind.startsWith('host')) return id;
  const reasons = problems.map(
    ({ path, reason }) => `${endingOf(path)} ${reason.replaceAll(nameOf(path), '')}`,
  );
  return [kind, ...new Set(reasons)].join('\n');
}
const topOf = (place: string) => place.slice(0, Math.max(0, place.indexOf('/')));

function joinAlike(id: string, groups: readonly FoundGroup[]): FoundGroup[] {
  const [one] = groups;
  if (!one || groups.length < leastAlike) return [...groups];
  const times = groups.map(({ firstSeenAt }) => firstSeenAt).sort();
  const endings = new Set(groups.map(({ ending }) => ending));
  return [
    {
      ...one,
      id: hash('sha256', id),
      place: commonFolder(groups.map(({ place }) => place)),
      count: groups.length,
      ending: endings.size === 1 ? one.ending : '',
      firstSeenAt: times[0] ?? '',
      lastSeenAt: times.at(-1) ?? '',
      problems: groups.flatMap(({ problems }) => problems).slice(0, mostTold),
      found: groups.flatMap(({ found }) => found),
    },
  ];
}

const joinBy = (groups: readonly FoundGroup[], toKey: (group: FoundGroup) => string) =>
  [...Map.groupBy(groups, toKey)].flatMap(([key, alike]) => joinAlike(key, alike));

/** Groups problems by place, then merges similar ones: first within a top folder, then across folders. */
export function groupProblems(found: readonly ListedProblem[]): readonly FoundGroup[] {
  const places = [...Map.groupBy(found, ({ place }) => place)].map(([place, rows]) => toGroup(place, rows));
  const near = joinBy(places, (group) => `${topOf(group.place)}\n${likenessOf(group)}`);
  const single = near.filter(({ count }) => count === 1);
  return [...near.filter(({ count }) => count > 1), ...joinBy(single, likenessOf)].sort(
    (a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt) || (a.place < b.place ? -1 : 1),
  );
}
