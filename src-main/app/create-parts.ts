import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, Menu } from 'electron';
import { createPublisher } from '../platform/ipc/serve.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';
import type { Places } from '../platform/storage/places.ts';
import { closePosterWindows } from '../server-connection/poster-window.ts';
import { createLinkBox } from './app-links.ts';
import { createMenuTemplate } from './menu.ts';
import { appUrl, createOwnPageCheck } from './own-page.ts';
import { createSpeech, KnownLanguage } from './speech.ts';
import { hiddenSwitch } from './start-at-login.ts';
import { createMainWindow } from './window.ts';
import { WindowState } from './window-state.ts';

/** Windows and Linux pass a switch of ours; macOS passes no arguments but reports it itself. */
export function wasStartedAtLogin(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

export type Parts = ReturnType<typeof createParts>;

type Given = {
  readonly places: Places;
  readonly log: Log;
  /** The folder of the built main process. */
  readonly here: string;
};

/** Creates the parts that the window needs to open. The features, which are most of the code, are loaded later. */
export function createParts({ places, log, here }: Given) {
  const version = app.getVersion();
  const speech = createSpeech({
    file: createJsonFile({ file: places.language, schema: KnownLanguage, log }),
    loadGerman: () => import(/* @vite-ignore */ pathToFileURL(path.join(here, 'german.js')).href),
    onChange: () => showMenu(),
  });
  const { say } = speech;
  const pageUrl = (!app.isPackaged && process.env.VITE_DEV_SERVER_URL) || appUrl;
  const window = createMainWindow({
    pageUrl,
    preload: path.join(here, '../preload/preload.cjs'),
    // On other systems the executable contains the icon.
    icon:
      process.platform === 'linux' && app.isPackaged ? path.join(process.resourcesPath, 'icon.png') : null,
    onClosed: closePosterWindows,
    onSessionEnd: () => app.quit(),
    log,
    say,
    describe: () => {
      const { electron, chrome, node } = process.versions;
      const programs = `Electron ${electron}, Chromium ${chrome}, Node ${node}`;
      return `Lodestock ${version} on ${process.platform} ${process.arch}\n${programs}\nLog: ${places.mainLog}`;
    },
    stateFile: createJsonFile({ file: places.window, schema: WindowState, log }),
  });
  const publish = createPublisher(() => window.find()?.webContents ?? null);
  const links = createLinkBox(() => publish('link.arrived', undefined));
  function showMenu(): void {
    const menu = createMenuTemplate({
      isMac: process.platform === 'darwin',
      isPackaged: app.isPackaged,
      say,
      request: (action) => publish('action.requested', action),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  }
  return { log, places, window, publish, links, speech, showMenu, isOwnPage: createOwnPageCheck(pageUrl) };
}
