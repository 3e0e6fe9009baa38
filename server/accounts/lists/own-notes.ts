import { createHash } from 'node:crypto';
import { type Clock, toIso } from '../../base/clock.ts';
import { type AccountStore, turnOf } from '../../base/store/account-store.ts';
import { change, type Steps, selectAll, selectOne } from '../../base/store/steps.ts';
import type { NotedModel, NotesFile } from '../../contract/accounts/notes-file.ts';
import { NoteEntry, type OwnNotes, WrittenModel } from '../../contract/accounts/own-notes.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import {
  type AllNotes,
  changeNote,
  changeTags,
  hasMore,
  joinEntries,
  mergeNotes,
} from '../../shared/merge-notes.ts';

type Row = {
  readonly writer: string;
  readonly entry: string;
  readonly number: number;
  readonly size: number;
};
type Sum = { readonly entries: number; readonly characters: number; readonly latest: number };
type Place = { readonly accountId: string; readonly guid: string; readonly writer: string };
type Sent = { readonly writer: string; readonly models: readonly WrittenModel[] };
type NoteWish = {
  readonly guid: string;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly note?: string | undefined;
  readonly seen?: string | undefined;
};
type Entries = { readonly entries: NoteEntry[]; readonly last: number; readonly latest: number };

export type AccountNotes = ReturnType<typeof createAccountNotes>;

const columns = 'writer, entry, number, size';
const selectModel = selectAll<{ accountId: string; guid: string }, Row>(
  `SELECT ${columns} FROM account_note WHERE account_id = @accountId AND guid = @guid`,
);
const selectEntry = selectOne<Place, Row>(
  `SELECT ${columns} FROM account_note WHERE account_id = @accountId AND guid = @guid AND writer = @writer`,
);
const selectLater = selectAll<{ accountId: string; after: number; most: number }, Row>(
  `SELECT ${columns} FROM account_note WHERE account_id = @accountId AND number > @after
   ORDER BY number LIMIT @most`,
);
const selectAllRows = selectAll<{ accountId: string }, Row & { readonly changedAt: string }>(
  `SELECT ${columns}, changed_at AS "changedAt" FROM account_note WHERE account_id = @accountId
   ORDER BY guid, writer`,
);
const selectLatest = selectOne<{ accountId: string }, Pick<Sum, 'latest'>>(
  'SELECT coalesce(max(number), 0) AS latest FROM account_note WHERE account_id = @accountId',
);
const selectSum = selectOne<{ accountId: string }, Pick<Sum, 'entries' | 'characters'>>({
  sqlite:
    'SELECT count(*) AS entries, coalesce(sum(size), 0) AS characters FROM account_note WHERE account_id = @accountId',
  postgres:
    'SELECT count(*) AS entries, coalesce(sum(size), 0)::bigint AS characters FROM account_note WHERE account_id = @accountId',
});
const upsert = change<Place & { entry: string; size: number; number: number; at: string }>(
  `INSERT INTO account_note (account_id, guid, writer, entry, size, number, changed_at)
   VALUES (@accountId, @guid, @writer, @entry, @size, @number, @at)
   ON CONFLICT (account_id, guid, writer) DO UPDATE SET
     entry = excluded.entry, size = excluded.size, number = excluded.number, changed_at = excluded.changed_at`,
);

const toEntry = ({ writer, entry }: Pick<Row, 'writer' | 'entry'>): NoteEntry =>
  NoteEntry.parse({ ...JSON.parse(entry), writer });

/** Groups entries by writer, as merging needs them. */
function toAll(entries: readonly NoteEntry[]): AllNotes {
  const groups = Map.groupBy(entries, ({ writer }) => writer);
  return new Map(
    [...groups].map(([writer, models]): [string, NotesFile] => [writer, { version: 1, models }]),
  );
}

/** All web pages of an account are one writer, on whichever site; no other account has a writer of that name. */
const webWriter = (accountId: string) =>
  createHash('sha256').update(`web pages\n${accountId}`).digest('hex').slice(0, 16);

function merged(guid: string, all: AllNotes): OwnNotes {
  const [notes] = mergeNotes(all, [guid]);
  return notes ?? { guid, tags: [], note: '', seen: '' };
}

function* latestOf(accountId: string): Steps<number> {
  return (yield* selectLatest({ accountId }))?.latest ?? 0;
}

export function* readNotes(accountId: string) {
  const rows = yield* selectAllRows({ accountId });
  const entries = rows.map((row) => ({ ...toEntry(row), changedAt: row.changedAt }));
  const notes = mergeNotes(toAll(entries.map(({ changedAt: _, ...entry }) => entry)));
  return {
    notes: notes
      .filter(({ tags, note }) => tags.length > 0 || note !== '')
      .map(({ guid, tags, note }) => ({ guid, tags, note })),
    noteEntries: entries,
  };
}

/** Tags and notes per account, as written by its computers and web pages; merged when read. */
export function createAccountNotes(store: AccountStore, clock: Clock) {
  function* keep(place: Place, model: NotedModel): Steps<void> {
    const checked = WrittenModel.safeParse(model);
    if (!checked.success)
      throw new AppError(
        'INVALID_INPUT',
        sentence`The tags and notes about the model ${{ guid: place.guid }} exceed what one model can have. Shorten its note, or remove tags.`,
      );
    const text = JSON.stringify(checked.data);
    const number = (yield* latestOf(place.accountId)) + 1;
    yield* upsert({ ...place, entry: text, size: text.length, number, at: toIso(clock()) });
  }
  function* checkLimits(accountId: string): Steps<void> {
    const sum = yield* selectSum({ accountId });
    const { entries, characters } = limits.ownNotes;
    if (sum === null || (sum.entries <= entries && sum.characters <= characters)) return;
    throw new AppError(
      'FORBIDDEN',
      sentence`This account has as many tags and notes as an account may have: ${{ entries }} entries, or ${{ characters }} characters. Shorten some notes.`,
    );
  }
  function* readModel(accountId: string, guid: string): Steps<AllNotes> {
    return toAll((yield* selectModel({ accountId, guid })).map(toEntry));
  }
  function* changeModel(accountId: string, wish: NoteWish): Steps<OwnNotes> {
    const { guid, add = [], remove = [], note, seen = '' } = wish;
    const name = webWriter(accountId);
    const before = yield* readModel(accountId, guid);
    const own = (all: AllNotes) => ({ name, file: all.get(name) });
    const write = (all: AllNotes, file: NotesFile | null) => (file ? new Map(all).set(name, file) : all);
    const tagged = write(before, changeTags(before, own(before), { guids: [guid], add, remove }));
    const written =
      note === undefined ? tagged : write(tagged, changeNote(tagged, own(tagged), { guid, note, seen }));
    const after = merged(guid, written);
    if (after.tags.length > limits.ownNotes.tags)
      throw new AppError(
        'INVALID_INPUT',
        sentence`A model has at most ${{ count: limits.ownNotes.tags }} tags. Remove some.`,
      );
    const [entry] = written.get(name)?.models ?? [];
    if (entry === undefined || written === before) return after;
    yield* keep({ accountId, guid, writer: name }, entry);
    yield* checkLimits(accountId);
    return after;
  }
  function* take(accountId: string, { writer, models }: Sent): Steps<number> {
    for (const model of models) {
      const place = { accountId, guid: model.guid, writer };
      const row = yield* selectEntry(place);
      const known = row === null ? undefined : toEntry(row);
      if (hasMore(model, known)) yield* keep(place, known ? joinEntries(known, model) : model);
    }
    yield* checkLimits(accountId);
    return yield* latestOf(accountId);
  }
  function* entries(accountId: string, after: number): Steps<Entries> {
    const { page, pageCharacters } = limits.ownNotes;
    const told: Row[] = [];
    let characters = 0;
    for (const row of yield* selectLater({ accountId, after, most: page })) {
      characters += row.size;
      if (told.length > 0 && characters > pageCharacters) break;
      told.push(row);
    }
    const latest = yield* latestOf(accountId);
    return { entries: told.map(toEntry), last: told.at(-1)?.number ?? after, latest };
  }

  return {
    read: async (accountId: string, guid: string) =>
      merged(guid, await store.run(readModel(accountId, guid))),
    /** Throws FORBIDDEN, without changing anything, if the account would have too many. */
    change: (accountId: string, wish: NoteWish) =>
      store.transaction(turnOf(accountId), changeModel(accountId, wish)),
    /** One page of entries after the given number. */
    entries: (accountId: string, after: number) => store.run(entries(accountId, after)),
    /** Returns the number of the latest entry; throws like `change`. */
    take: (accountId: string, sent: Sent) => store.transaction(turnOf(accountId), take(accountId, sent)),
  };
}
