import path from 'node:path';

/** Lists where the app stores its files: in its own folder, unless other programs expect them elsewhere. */
export function listPlaces(own: string, { note = own, serverData = path.join(own, 'server') } = {}) {
  const at = (...names: string[]) => path.join(own, ...names);
  return {
    settings: at('settings.json'),
    session: at('session.json'),
    downloads: at('downloads.db'),
    outbox: at('outbox.json'),
    /** Notes of accounts from other computers and web pages, one file per account. */
    accountNotes: at('account-notes'),
    libraries: at('libraries.json'),
    libraryIndex: at('library-index.db'),
    libraryMove: at('library-move.json'),
    libraryMoveJournal: at('library-move.jsonl'),
    libraryPosters: at('library-posters'),
    lookAhead: at('look-ahead'),
    machine: at('machine.json'),
    window: at('window.json'),
    language: at('language.json'),
    updates: at('updates.json'),
    /** Earlier versions of the app. */
    versions: at('versions'),
    dcc: path.join(note, 'dcc.json'),
    installedPlugins: at('plugins.json'),
    previousPlugins: at('plugins-previous'),
    crashes: at('Crashpad'),
    mainLog: at('logs', 'main.log'),
    serverLog: at('logs', 'server.log'),
    serverData,
    serverPort: at('server-port.json'),
  } as const;
}

export type Places = ReturnType<typeof listPlaces>;
