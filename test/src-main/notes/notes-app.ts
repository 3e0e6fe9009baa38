import { onTestFinished } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import type { Words } from '../../../server/contract/sentence.ts';
import { createNotes, type NotesOptions } from '../../../src-main/notes/notes.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createKeychain, type Keytar } from '../../../src-main/platform/secrets/keychain.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createSessionKeeper, KnownSessions } from '../../../src-main/sign-in/session.ts';
import { createMemoryKeytar } from '../memory-keytar.ts';
import { createMemoryLog } from '../memory-log.ts';

export const ada = '000000000000000a';
export const grace = '000000000000000b';

type Options = Partial<Pick<NotesOptions, 'libraries' | 'findLibrary' | 'roots' | 'pause'>> & {
  readonly computer?: string;
  readonly absence?: string | null;
  /** The app's own folder. */
  readonly folder?: string;
  /** The system's keychain. */
  readonly keytar?: Keytar;
  /** Called before and after each request, and may end it. */
  readonly onRequest?: (moment: 'before' | 'after') => void;
};
type Person = { readonly token: string };

/** What the app of one computer does with tags and notes, on a library that others may use too, signed out. */
export function openNotes(library: string, options: Options = {}) {
  const { computer = ada, absence = null, onRequest, ...given } = options;
  const { folder = `${library} of ${computer}`, keytar = createMemoryKeytar().keytar } = options;
  const { log, lines } = createMemoryLog();
  const broken: string[] = [];
  const told: (Words | null)[] = [];
  let base: string | null = null;
  const plain = createHttp('test');
  const watched = plain.extend({
    retry: { limit: 0 },
    hooks: {
      beforeRequest: [() => onRequest?.('before')],
      afterResponse: [
        (response) => {
          onRequest?.('after');
          return response;
        },
      ],
    },
  });
  const session = createSessionKeeper({
    keychain: createKeychain({ load: async () => keytar, log, platform: 'linux' }),
    file: createJsonFile({ file: `${folder}/session.json`, schema: KnownSessions, log }),
    onChange: () => undefined,
  });
  const notes = createNotes({
    ...{ libraries: () => [library], findLibrary: () => library, machine: async () => computer, log },
    roots: {
      findAbsence: async () => absence,
      open: async () => {
        if (absence !== null) throw new AppError('UNAVAILABLE', absence);
      },
    },
    onBroken: (aside) => void broken.push(aside),
    ...{ http: Object.assign(watched, { openBody: plain.openBody }), session, folder },
    baseUrl: () => {
      if (base === null) throw new AppError('UNAVAILABLE', 'The server is away.');
      return base;
    },
    publish: (_name, payload) => {
      if (typeof payload === 'object' && payload !== null && 'notSent' in payload) told.push(payload.notSent);
    },
    ...given,
  });
  onTestFinished(notes.stop);
  const { handlers } = notes;
  const read = async () => handlers['notes.read'](undefined);
  return {
    ...{ read, broken, lines, told, exchange: notes.exchange, wake: notes.wake },
    tag: async (add: string[], remove: string[] = [], guids = ['oak']) =>
      handlers['notes.tag']({ guids, add, remove }),
    write: async (note: string, seen = '', guid = 'oak') => handlers['notes.write']({ guid, note, seen }),
    find: async (guid = 'oak') => (await read()).find((one) => one.guid === guid),
    state: async () => handlers['notes.state'](undefined),
    signIn: async (baseUrl: string, { token }: Person, scopes = ['lists:write']) => {
      base = baseUrl;
      await session.takeUp(baseUrl);
      await session.signIn(baseUrl, { token, userName: 'Ada', scopes });
    },
    /** As at the start of the app. */
    takeUp: async (baseUrl: string) => {
      base = baseUrl;
      await session.takeUp(baseUrl);
    },
    signOut: () => session.signOut(null),
    /** The server is away, or there again. */
    reach: (baseUrl: string | null) => {
      base = baseUrl;
    },
  };
}
