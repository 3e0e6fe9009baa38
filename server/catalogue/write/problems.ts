import type { Db } from '../../base/db/open-database.ts';
import type { ProblemKind } from '../../contract/admin/admin-words.ts';
import { findPathFault } from '../../contract/relative-path.ts';
import { besideEnglish, type Sentence, sentence, textOf, type Words } from '../../contract/sentence.ts';

/** Something that a person should fix; `path` is relative to the library folder, or starts with a host's address. */
export type Problem = { readonly path: string; readonly kind: ProblemKind } & Reason;

/** In English, and with its values if it has any. */
export type Reason = { readonly reason: string; readonly sentence?: Sentence };

/** A problem of a followed file host: `path` is its address, optionally followed by a model's guid. */
type HostProblemKind = Extract<ProblemKind, 'host' | 'host-history' | 'host-model'>;
type HostProblem = Problem & { readonly kind: HostProblemKind };
export type ReportProblem = (path: string, kind: ProblemKind, reason: Words) => void;

export const toReason = (words: Words): Reason => ({
  reason: textOf(words),
  ...besideEnglish(words),
});

export const toProblem = <Kind extends ProblemKind>(path: string, kind: Kind, words: Words) => ({
  ...{ path, kind },
  ...toReason(words),
});

/** Returns why some or all systems cannot store this path, or cannot store it beside its twin; null if all can. */
export function findNameFault(path: string, twin: string | undefined): Words | null {
  const fault = findPathFault(path);
  if (fault !== null) return sentence`It has a path ${{ fault }}, so it is not published. Rename the file.`;
  return twin === undefined
    ? null
    : sentence`It has a path which differs from ${{ twin }} only in case or accents, so it is not published. Rename the file.`;
}

export const reasonOf = ({
  reason,
  sentence,
}: {
  readonly reason: string;
  readonly sentence?: Sentence | undefined;
}): Words => sentence ?? reason;

export type Stored<Row> = Row & { readonly sentence: string | null };
export const toStored = (words?: Words | null) =>
  typeof words === 'object' && words !== null ? JSON.stringify(words) : null;

export const fromStored = <Row extends object>({ sentence, ...row }: Stored<Row>) => ({
  ...row,
  ...(sentence !== null && { sentence: JSON.parse(sentence) as Sentence }),
});

export type Problems = ReturnType<typeof createProblems>;

type Distrusted = { readonly path: string; readonly folder: string };

const prefix = 'library/';
const changedPrefix = 'changed/';
const changed = 'It has other bytes than the catalogue says, so it is not delivered. It is being read again.';
const nameOf = ({ path, kind }: Pick<Problem, 'path' | 'kind'>) => `${kind} ${path}`;

export function createProblems(db: Db) {
  const here = db.prepare<[string], Pick<Problem, 'path' | 'kind'>>(
    'SELECT path, kind FROM problem WHERE scope = ?',
  );
  const put = db.prepare(
    `INSERT INTO problem (path, kind, reason, sentence, found_at, scope) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, sentence = excluded.sentence, scope = excluded.scope
     WHERE reason <> excluded.reason OR scope <> excluded.scope`,
  );
  const upsert = db.prepare(
    `INSERT INTO problem (path, kind, reason, sentence, found_at, scope) VALUES (?, ?, ?, ?, ?, 'hosts/')
     ON CONFLICT DO UPDATE SET reason = excluded.reason, sentence = excluded.sentence WHERE reason <> excluded.reason`,
  );
  const distrust = db.prepare(
    "INSERT INTO problem (path, kind, reason, found_at, scope) VALUES (?, 'changed', ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const distrusted = db.prepare<[number, string], Distrusted>(
    'SELECT path, substr(scope, ?) AS folder FROM problem WHERE scope GLOB ?',
  );
  const tidy = db.prepare<[number, string]>(
    'DELETE FROM problem WHERE substr(scope, ?) NOT IN (SELECT folder FROM model) AND scope GLOB ?',
  );
  const inChanged = [changedPrefix.length + 1, `${changedPrefix}*`] as const;
  const one = db.prepare('SELECT 1 FROM problem WHERE path = ? AND kind = ?');
  const remove = db.prepare('DELETE FROM problem WHERE path = ? AND kind = ?');
  const select = db.prepare<[], Stored<Omit<Problem, 'sentence'>>>(
    'SELECT path, kind, reason, sentence FROM listed_problem ORDER BY path, kind',
  );
  const away = db.prepare<[], Stored<Pick<Problem, 'reason'>>>(
    "SELECT reason, sentence FROM problem WHERE path = '' AND kind IN ('missing', 'unreadable')",
  );
  const missing = db.prepare<[], string>("SELECT path FROM problem WHERE kind = 'missing'").pluck();
  const scopes = db
    .prepare<[number, string], string>('SELECT DISTINCT substr(scope, ?) FROM problem WHERE scope GLOB ?')
    .pluck();
  return {
    list: () => select.all().map(fromStored),
    /** Missing folders that had models. */
    missing: () => missing.all(),
    /** Why the library as a whole is away; null while it is available. */
    whyAway() {
      const found = away.get();
      return found ? reasonOf(fromStored(found)) : null;
    },
    /** Folders whose last visit found problems. */
    folders: () => new Set(scopes.all(prefix.length + 1, `${prefix}*`)),
    /** Replaces the problems of the previous visit; a problem that persists keeps its date. */
    replace(folder: string, problems: readonly Problem[], at: string) {
      const scope = prefix + folder;
      const found = new Set(problems.map(nameOf));
      for (const old of here.all(scope)) if (!found.has(nameOf(old))) remove.run(old.path, old.kind);
      for (const { path, kind, reason, sentence } of problems)
        put.run(path, kind, reason, toStored(sentence), at, scope);
    },
    /** Lists a problem of a file host. A problem with the same path and kind is the same one, and keeps its date. */
    set: ({ path, kind, reason, sentence }: HostProblem, at: string) =>
      void upsert.run(path, kind, reason, toStored(sentence), at),
    /** Lists a file whose bytes differ from the catalogue, until it is read again; `folder` is its model's. */
    distrust: (path: string, folder: string, at: string) =>
      void distrust.run(path, changed, at, changedPrefix + folder),
    distrusted: () => distrusted.all(...inChanged),
    /** Call after the file has been read again. */
    trust: (path: string) => void remove.run(path, 'changed'),
    /** Forgets distrusted files whose models are gone. */
    tidy: () => void tidy.run(...inChanged),
    has: (path: string, kind: HostProblemKind) => one.get(path, kind) !== undefined,
    clear: (path: string, kind: HostProblemKind) => void remove.run(path, kind),
  };
}
