import type { Handlers } from '../../base/http/bind.ts';
import { AppError } from '../../contract/errors.ts';
import type { AccountNotes } from './own-notes.ts';

/** Tags and notes, only for their owner. */
export function createOwnNoteHandlers(notes: AccountNotes) {
  return {
    ownNotes: async ({ params, caller }) => ({
      ok: true,
      ...(await notes.read(caller.accountId, params.guid)),
    }),
    changeOwnNotes: async ({ params, body, caller }) => ({
      ok: true,
      ...(await notes.change(caller.accountId, { ...params, ...body })),
    }),
    noteEntries: async ({ query, caller }) => ({
      ok: true,
      account: caller.accountId,
      ...(await notes.entries(caller.accountId, query.after)),
    }),
    sendNoteEntries: async ({ body, caller }) => {
      const { account, ...sent } = body;
      // The app has signed in to another account since.
      if (account !== caller.accountId)
        throw new AppError('FORBIDDEN', 'These notes belong to another account. Sign in to that one.');
      return { ok: true, latest: await notes.take(caller.accountId, sent) };
    },
  } satisfies Partial<Handlers>;
}
