import type { AccountStore } from '../../base/store/account-store.ts';
import { change, type Steps, selectOne } from '../../base/store/steps.ts';

const name = 'accounts_moved_at';
const find = selectOne<{ name: string }, { readonly value: string }>(
  'SELECT value FROM setting WHERE name = @name',
);
const save = change<{ name: string; value: string }>(
  `INSERT INTO setting (name, value) VALUES (@name, @value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
const remove = change<{ name: string }>('DELETE FROM setting WHERE name = @name');

/** Marks a database whose accounts were moved to another one, so that its copy is obsolete. */
export const movedMark = {
  /** When they were moved; null if they were not. */
  *read(): Steps<string | null> {
    return (yield* find({ name }))?.value ?? null;
  },
  set: (at: string) => save({ name, value: at }),
  clear: () => remove({ name }),
};

const refusal = (at: string, from: string) =>
  new Error(
    `The accounts of ${from} were moved to another database at ${at}. Start the server with that one, or move them back: node server/main.ts accounts move.`,
  );

/** Throws if the accounts that a server would serve were moved elsewhere. */
export async function requireHere(store: AccountStore, from: string): Promise<void> {
  const at = await store.run(movedMark.read());
  if (at !== null) throw refusal(at, from);
}
