import { isDeepStrictEqual } from 'node:util';
import type { NotedModel } from '../../server/contract/accounts/notes-file.ts';
import { NoteEntry, WrittenModel } from '../../server/contract/accounts/own-notes.ts';
import { AppError, wordsOf } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import { adoptNotes, hasMore, joinEntries } from '../../server/shared/merge-notes.ts';
import type { InTurn } from '../platform/ipc/pacing.ts';
import type { Log } from '../platform/storage/log.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import { type AccountCopies, type Entries, keyOfEntry, withAccount } from './account-copy.ts';
import { isSameAccount, type NoteAccount, type NoteFiles } from './note-files.ts';

export type Exchange = {
  readonly account: NoteAccount;
  /** Calls this server as this account, even after another sign-in. */
  readonly client: Pick<ServerClient, 'call'>;
  readonly files: NoteFiles;
  readonly copies: AccountCopies;
  /** Runs work while no note is being written. */
  readonly inTurn: InTurn;
  readonly log: Log;
  /** The last entry that this process has received; 0 requests all. */
  readonly after: number;
};
type Exchanged = {
  readonly last: number;
  readonly isNew: boolean;
  /** Why the server refused something, which stays here and is offered again. */
  readonly refusal: Words | null;
};

const Answered = NoteEntry.array();
/** Characters per request. */
const batchSize = limits.ownNotes.bodyBytes / 8;

type Heard = { readonly entries: Entries; readonly last: number; readonly isNew: boolean };

/** Fetches later entries; all of them if the server has fewer than before, as after a restore. */
async function hear(exchange: Exchange, after: number): Promise<Heard> {
  const { account, client, copies } = exchange;
  const before = await copies.read(account);
  const entries = new Map(after === 0 ? [] : before);
  let last = after;
  for (;;) {
    const answer = await client.call('noteEntries', { after: last });
    if (answer.account !== account.id)
      throw new AppError('UNAUTHENTICATED', 'Another account has signed in since.');
    if (answer.latest < last) return hear(exchange, 0);
    for (const entry of Answered.parse(answer.entries)) entries.set(keyOfEntry(entry), entry);
    if (answer.last <= last || answer.last >= answer.latest) {
      last = Math.max(last, answer.last);
      break;
    }
    last = answer.last;
  }
  const isNew = !isDeepStrictEqual(entries, before);
  if (isNew) await copies.write(account, entries);
  return { entries, last, isNew };
}

/** Adopts notes that were written on this computer while signed out. */
async function adopt({ account, files }: Exchange, writer: string, entries: Entries): Promise<void> {
  const from = await files.writerOf(null);
  for (const [library, found] of await files.readEach()) {
    if (!found.has(from)) continue;
    await files.change(library, writer, (all) => {
      const isForeign = new Set<string>();
      for (const [name, file] of all)
        if (file.account !== undefined && !isSameAccount(file.account, account)) isForeign.add(name);
      const guids = new Set(all.get(from)?.models.map(({ guid }) => guid));
      const known = [...entries.values()].filter(({ guid }) => guids.has(guid));
      const to = { name: writer, file: all.get(writer) };
      const next = adoptNotes(withAccount(all, known), { from, to, foreign: isForeign });
      return next && { ...next, account };
    });
  }
}

/** Returns the account's notes written on this computer, in any library. */
async function listOwn({ account, files }: Exchange, writer: string): Promise<NotedModel[]> {
  const own = new Map<string, NotedModel>();
  for (const all of (await files.readEach()).values()) {
    const file = all.get(writer);
    if (file?.account === undefined || !isSameAccount(file.account, account)) continue;
    for (const model of file.models) {
      const other = own.get(model.guid);
      own.set(model.guid, other ? joinEntries(other, model) : model);
    }
  }
  return [...own.values()];
}

function toBatches(models: readonly WrittenModel[]): WrittenModel[][] {
  const batches: WrittenModel[][] = [];
  let room = 0;
  for (const model of models) {
    const size = JSON.stringify(model).length;
    const last = batches.at(-1);
    if (last !== undefined && last.length < limits.ownNotes.sent && size <= room) {
      last.push(model);
      room -= size;
    } else {
      batches.push([model]);
      room = batchSize - size;
    }
  }
  return batches;
}

const refusals: ReadonlySet<string> = new Set(['FORBIDDEN', 'INVALID_INPUT', 'TOO_LARGE']);

/** Sends notes. Returns why the server refused some; null if it has all. */
async function send(exchange: Exchange, writer: string, models: WrittenModel[]): Promise<Words | null> {
  const { account, client, log } = exchange;
  try {
    await client.call('sendNoteEntries', { account: account.id, writer, models });
    return null;
  } catch (error) {
    if (!(error instanceof AppError && refusals.has(error.code))) throw error;
    log.warn('notes.refused', { guids: models.map(({ guid }) => guid), error });
    if (error.code === 'FORBIDDEN' || models.length === 1) return wordsOf(error);
    let refusal: Words | null = null;
    for (const model of models) refusal = (await send(exchange, writer, [model])) ?? refusal;
    return refusal;
  }
}

async function sendAll(exchange: Exchange, writer: string, models: readonly NotedModel[]) {
  const sent: WrittenModel[] = [];
  let refusal: Words | null = null;
  for (const model of models) {
    const checked = WrittenModel.safeParse(model);
    if (checked.success) sent.push(checked.data);
    else
      refusal = sentence`The tags and notes about the model ${{ guid: model.guid }} are more than a server accepts.`;
  }
  for (const batch of toBatches(sent)) refusal = (await send(exchange, writer, batch)) ?? refusal;
  return refusal;
}

/** Syncs notes with the account: fetches what is new, then sends what is missing. Resumes, as all state is in files. */
export async function exchangeNotes(exchange: Exchange): Promise<Exchanged> {
  const { account, files, inTurn } = exchange;
  const heard = await hear(exchange, exchange.after);
  const writer = await files.writerOf(account);
  const own = await inTurn(async () => {
    await adopt(exchange, writer, heard.entries);
    return listOwn(exchange, writer);
  });
  const lacking = own.filter((model) =>
    hasMore(model, heard.entries.get(keyOfEntry({ writer, guid: model.guid }))),
  );
  if (lacking.length === 0) return { ...heard, refusal: null };
  const refusal = await sendAll(exchange, writer, lacking);
  const echo = await hear(exchange, heard.last);
  return { last: echo.last, isNew: heard.isNew || echo.isNew, refusal };
}
