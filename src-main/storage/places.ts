import path from 'node:path';

/** Where the app keeps everything, below Electron's userData. */
export function listPlaces(userData: string) {
  const at = (...names: string[]) => path.join(userData, ...names);
  return {
    settings: at('settings.json'),
    session: at('session.json'),
    downloads: at('downloads.db'),
    /** Where earlier versions kept the list of downloads. */
    downloadsBefore: at('downloads.json'),
    libraries: at('libraries.json'),
    libraryIndex: at('library-index.db'),
    machine: at('machine.json'),
    window: at('window.json'),
    dcc: at('dcc.json'),
    // Plugins used to be called starters; the names on the disk stay, so that an update finds its records.
    installedPlugins: at('starters.json'),
    previousPlugins: at('starters-previous'),
    mainLog: at('logs', 'main.log'),
    serverLog: at('logs', 'server.log'),
    serverData: at('server'),
    serverPort: at('server', 'port.json'),
  } as const;
}

export type Places = ReturnType<typeof listPlaces>;
