import type { NotesFile } from '../../server/contract/accounts/notes-file.ts';
import type { OwnNotes } from '../../server/contract/accounts/own-notes.ts';
import { AppError } from '../../server/contract/errors.ts';
import type { Words } from '../../server/contract/sentence.ts';
import { toServerAddress } from '../../server/contract/server-address.ts';
import {
  type AllNotes,
  changeNote,
  changeTags,
  mergeNotes,
  type Writer,
} from '../../server/shared/merge-notes.ts';
import type { FeatureHandlers, Publish } from '../platform/ipc/handlers.ts';
import { createTurns } from '../platform/ipc/pacing.ts';
import type { Http } from '../platform/network/http.ts';
import { createServerClient } from '../server-connection/server-client.ts';
import type { SessionKeeper } from '../sign-in/session.ts';
import { createAccountCopies, withAccount } from './account-copy.ts';
import { createNoteFiles, type NoteAccount, type NoteFilesOptions } from './note-files.ts';
import { createNoteSync, type NoteServer } from './note-sync.ts';

export type NotesOptions = NoteFilesOptions & {
  readonly findLibrary: (guid: string) => string | null;
  readonly http: Http;
  readonly baseUrl: () => string;
  readonly session: Pick<SessionKeeper, 'read' | 'account' | 'token' | 'learn' | 'refuse'>;
  /** Folder for the copies of account notes. */
  readonly folder: string;
  readonly publish: Publish;
  /** Milliseconds to wait for more changes before sending. */
  readonly pause?: number;
};

type Make = (all: AllNotes, writer: Writer) => NotesFile | null;

/** Tags and notes about models: stored in the libraries, and synchronised between all computers of an account. */
export function createNotes(options: NotesOptions) {
  const { libraries, findLibrary, http, session, log, publish } = options;
  const files = createNoteFiles(options);
  const copies = createAccountCopies(options);

  /** Runs tasks one at a time, as each change continues from the file before. */
  const inTurn = createTurns();

  const mayKeep = () => session.read().scopes.includes('lists:write');
  function readAccount(): NoteAccount | null {
    const account = session.account();
    return account !== null && account.id !== null && mayKeep()
      ? { server: account.server, id: account.id }
      : null;
  }
  function findBase(server: string): string | null {
    try {
      const base = options.baseUrl();
      return toServerAddress(base) === server ? base : null;
    } catch {
      return null;
    }
  }
  function findServer(): NoteServer | null {
    const account = session.account();
    const base = account !== null && mayKeep() ? findBase(account.server) : null;
    const token = base === null ? null : session.token(base);
    if (account === null || base === null || token === null) return null;
    const client = createServerClient({
      ...{ http, baseUrl: () => base },
      // One account's notes must not be sent with the token of another that has signed in since.
      token: (url) => (session.token(url) === token ? token : null),
      onTokenRefused: session.refuse,
    });
    return { ...account, client, learn: (id) => session.learn(token, id) };
  }

  const tell = (notSent: Words | null) => publish('notes.changed', { notSent });
  const sync = createNoteSync({
    files,
    copies,
    inTurn,
    log,
    findServer,
    onChange: tell,
    ...pauseOf(options),
  });

  /** Notes about a model are in the library that contains it. */
  const holderOf = (guid: string) => findLibrary(guid) ?? libraries()[0] ?? '';

  async function change(library: string, guids: readonly string[], make: Make): Promise<OwnNotes[]> {
    const account = readAccount();
    const writer = await files.writerOf(account);
    const wanted = new Set(guids);
    const elsewhere = [...(await copies.read(account)).values()].filter(({ guid }) => wanted.has(guid));
    const all = await files.change(library, writer, (now) => {
      const next = make(withAccount(now, elsewhere), { name: writer, file: now.get(writer) });
      return next && account ? { ...next, account } : next;
    });
    if (account !== null) sync.wake();
    return mergeNotes(withAccount(all, elsewhere), guids);
  }

  async function readAll(): Promise<OwnNotes[]> {
    const elsewhere = [...(await copies.read(readAccount())).values()];
    const found = new Map<string, OwnNotes>();
    for (const library of libraries()) {
      const all = (await files.readAll(library)) ?? new Map();
      const ofLibrary = elsewhere.filter(({ guid }) => holderOf(guid) === library);
      for (const one of mergeNotes(withAccount(all, ofLibrary)))
        if (holderOf(one.guid) === library) found.set(one.guid, one);
    }
    return [...found.values()].filter(({ tags, note }) => tags.length > 0 || note !== '');
  }

  const handlers: FeatureHandlers<'notes'> = {
    'notes.read': async () => {
      sync.look();
      return inTurn(readAll);
    },
    'notes.state': () => ({ notSent: sync.notSent() }),
    'notes.tag': (wish) =>
      inTurn(async () => {
        const written: OwnNotes[] = [];
        for (const [library, guids] of Map.groupBy(wish.guids, holderOf)) {
          const own = { ...wish, guids };
          written.push(...(await change(library, guids, (all, by) => changeTags(all, by, own))));
        }
        return written;
      }),
    'notes.write': (wish) =>
      inTurn(async () => {
        const library = holderOf(wish.guid);
        const [written] = await change(library, [wish.guid], (all, by) => changeNote(all, by, wish));
        if (written === undefined) throw new AppError('INTERNAL', 'The note could not be found.');
        return written;
      }),
  };
  return {
    handlers,
    exchange: sync.run,
    /** Called after a change of sign-in or server. */
    wake() {
      tell(sync.notSent());
      sync.wake();
    },
    start: sync.start,
    stop: sync.stop,
  };
}

const pauseOf = ({ pause }: NotesOptions) => (pause === undefined ? {} : { pause });
