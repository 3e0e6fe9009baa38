import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { NotedModel, NotesFile } from '../../server/contract/accounts/notes-file.ts';
import { NoteEntry } from '../../server/contract/accounts/own-notes.ts';
import { type AllNotes, joinEntries } from '../../server/shared/merge-notes.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';
import { isSameAccount, type NoteAccount } from './note-files.ts';

/** An account's entries on the server, as last received. */
const AccountCopy = z.object({
  version: z.literal(1),
  account: z.object({ server: z.string(), id: z.string() }),
  entries: z.array(NoteEntry),
});

type CopyOptions = {
  readonly folder: string;
  readonly log: Log;
  readonly onBroken: (aside: string) => void;
};

export type Entries = ReadonlyMap<string, NoteEntry>;
export const keyOfEntry = ({ writer, guid }: Pick<NoteEntry, 'writer' | 'guid'>) => `${writer} ${guid}`;

const nothing: Entries = new Map();

export type AccountCopies = ReturnType<typeof createAccountCopies>;

/** Account notes for offline use, in the app's own folder, as others may use the library. A lost copy is fetched again. */
export function createAccountCopies({ folder, log, onBroken }: CopyOptions) {
  let open: { readonly account: NoteAccount; entries: Entries } | null = null;

  const fileOf = ({ server, id }: NoteAccount) => {
    const name = createHash('sha256').update(`${server}\n${id}`).digest('hex').slice(0, 16);
    return createJsonFile({ file: path.join(folder, `${name}.json`), schema: AccountCopy, log, onBroken });
  };

  async function read(account: NoteAccount | null): Promise<Entries> {
    if (account === null) return nothing;
    if (open !== null && isSameAccount(open.account, account)) return open.entries;
    const known = await fileOf(account).read();
    const entries =
      known !== null && isSameAccount(known.account, account)
        ? new Map(known.entries.map((entry) => [keyOfEntry(entry), entry]))
        : nothing;
    open = { account, entries };
    return entries;
  }

  return {
    read,
    async write(account: NoteAccount, entries: Entries): Promise<void> {
      open = { account, entries };
      await fileOf(account).write({ version: 1, account, entries: [...entries.values()] });
    },
  };
}

/** Merges the notes of a library with those of the account; the later copy of an entry wins. */
export function withAccount(all: AllNotes, entries: Iterable<NoteEntry>): AllNotes {
  const changed = new Map<string, Map<string, NotedModel>>();
  for (const { writer, ...entry } of entries) {
    const models =
      changed.get(writer) ?? new Map(all.get(writer)?.models.map((model) => [model.guid, model]));
    const own = models.get(entry.guid);
    changed.set(writer, models.set(entry.guid, own ? joinEntries(own, entry) : entry));
  }
  const files = [...changed].map(([writer, models]): [string, NotesFile] => [
    writer,
    { ...(all.get(writer) ?? { version: 1 }), models: [...models.values()] },
  ]);
  return new Map([...all, ...files]);
}
