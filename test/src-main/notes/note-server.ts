import { afterAll, beforeAll } from 'vitest';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { createScratch } from '../scratch.ts';
import { grace, openNotes } from './notes-app.ts';

export type Person = Awaited<ReturnType<typeof registerPerson>>;
type App = ReturnType<typeof openNotes>;

/** A server for the tests of a file, and apps of its people. */
export function keepNoteServer() {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await registerPerson(server); // the admin
  });
  afterAll(() => server.close());

  /** An app of this person with its own library; what it should know of the account is there. */
  async function openApp(person: Person, options: Parameters<typeof openNotes>[1] = {}): Promise<App> {
    const app = openNotes(await createScratch(), options);
    await app.signIn(server.baseUrl, person);
    await app.exchange();
    return app;
  }
  return {
    server: () => server,
    register: () => registerPerson(server),
    openApp,
    pageOf: async (person: Person, guid = 'oak') => (await server.call('ownNotes', { guid }, person)).body,
    entriesOf: async (person: Person) =>
      (await server.call('noteEntries', { after: 0 }, person)).body.entries,
    writeOnPage: async (
      person: Person,
      wish: { guid?: string; note?: string; seen?: string; add?: string[] },
    ) => server.call('changeOwnNotes', { guid: 'oak', ...wish }, person),
    /** Two computers of one person, each with its own library. */
    openTwo: async () => {
      const person = await registerPerson(server);
      return { person, one: await openApp(person), other: await openApp(person, { computer: grace }) };
    },
  };
}

export async function exchangeAll(...apps: readonly App[]): Promise<void> {
  for (const app of [...apps, ...apps]) await app.exchange();
}
