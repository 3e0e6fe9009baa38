import path from 'node:path';

/** Where everything lies that the app keeps, below Electron's userData. */
export function listPlaces(userData: string) {
  const at = (...names: string[]) => path.join(userData, ...names);
  return {
    settings: at('settings.json'),
    session: at('session.json'),
    downloads: at('downloads.json'),
    window: at('window.json'),
    dcc: at('dcc.json'),
    starters: at('starters.json'),
    previousStarters: at('starters-previous'),
    mainLog: at('logs', 'main.log'),
    serverLog: at('logs', 'server.log'),
    serverData: at('server'),
    serverPort: at('server', 'port.json'),
  } as const;
}

export type Places = ReturnType<typeof listPlaces>;
