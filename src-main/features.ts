import { createLinkCheck, createLinkOpener } from './app/links.ts';
import { createOwnMedia, type OwnMedia } from './app/own-media.ts';
import { createDcc } from './dcc/dcc.ts';
import { createDownloads } from './downloads/downloads.ts';
import type { FeatureOptions } from './feature-options.ts';

import type { Settings } from './ipc/contract.ts';
import type { DesktopHandlers } from './ipc/handlers.ts';
import { createPaced } from './ipc/paced.ts';
import type { CheckedFiles } from './library/check-model.ts';
import { createLibraryHandlers } from './library/handlers.ts';
import { createIndexFile } from './library/index-file.ts';
import { createLibraryIndex } from './library/library-index.ts';
import { createLibraryRoots, KnownRoots } from './library/roots.ts';
import { createProxySignIn } from './network/proxy-sign-in.ts';
import { createKeychain } from './secrets/keychain.ts';
import { createServerClient, type ServerClient } from './server-client.ts';
import { createServerConnection, createServerHandlers } from './server-connection/connection.ts';
import { createJoin } from './server-connection/join.ts';
import { createServerLinks } from './server-connection/links.ts';
import { createSettings, createSettingsHandlers, isServerChosen, SettingsFile } from './settings/settings.ts';
import { createSessionKeeper, KnownSessions } from './sign-in/session.ts';
import { createSessionHandlers, createSignIn } from './sign-in/sign-in.ts';
import { createJsonFile } from './storage/json-file.ts';

export type Features = {
  readonly handlers: DesktopHandlers;
  readonly callServer: ServerClient['forward'];
  readonly media: OwnMedia;
  /** Restores the state of the last run; call before the window opens. */
  readonly load: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

/** Whether the app has to leave its server for another, or start its own with other models. */
function isOtherServer(next: Settings, previous: Settings): boolean {
  if (next.serverUrl !== previous.serverUrl) return true;
  const isOther = next.ownServer !== previous.ownServer || next.modelsFolder !== previous.modelsFolder;
  return next.serverUrl === null && isOther;
}

/** Puts the features together, and decides which of them hears about changes in which other. */
export function createFeatures(given: FeatureOptions): Features {
  const { log, places, desktop, publish } = given;
  const http = given.createHttp({
    certificateFile: () => settings.read().certificateFile,
    proxySignIn: () => proxySignIn.read(),
  });
  const options = { ...given, http, readSettings: () => settings.read() };
  const onBroken = (aside: string) =>
    desktop.notify(
      'Lodestock could not read one of its files',
      `It was kept as ${aside}, and a new file was created.`,
    );

  const settings = createSettings({
    file: createJsonFile({ file: places.settings, schema: SettingsFile, log, onBroken }),
    defaultLibraryFolder: options.defaultLibraryFolder,
    hasModelsFolder: options.hasModelsFolder,
    onChange(next, previous) {
      publish('settings.changed', next);
      desktop.setTheme(next.theme);
      if (isServerChosen(next) && isOtherServer(next, previous)) void connection.connect(next.serverUrl);
      if (next.libraryFolder !== previous.libraryFolder) publishLibrary();
      downloads.wake();
    },
  });
  const libraryFolder = () => settings.read().libraryFolder;
  const roots = createLibraryRoots(
    createJsonFile({ file: places.libraries, schema: KnownRoots, log, onBroken }),
  );
  const checked: CheckedFiles = new Map();
  const library = createLibraryIndex({
    ...{ libraryFolder, roots, checked, file: createIndexFile(places.libraryIndex, log) },
    onChange: (change) => publish('library.changed', change),
  });
  const readNow = library.refresh;
  const publishLibrary = createPaced(async () => void (await library.refresh()));

  const chooseLibraryFolder = async (current: string) => {
    const folder = await desktop.chooseFolder(current, 'Choose the library folder');
    if (folder === null) return null;
    await roots.forget(folder);
    if (folder === current) publishLibrary();
    return folder;
  };

  const keychain = createKeychain({ load: options.loadKeytar, log, platform: process.platform });
  const proxySignIn = createProxySignIn({
    keychain,
    user: () => settings.read().proxyUser,
    setUser: (proxyUser) => settings.update({ proxyUser }),
  });
  const session = createSessionKeeper({
    keychain,
    file: createJsonFile({ file: places.session, schema: KnownSessions, log }),
    onChange() {
      publish('session.changed', session.read());
      downloads.wake();
    },
  });
  const connection = createServerConnection({
    ...createServerLinks(options),
    async onAddress(url) {
      if (new URL(url).origin !== session.read().serverUrl) signIn.cancel();
      await session.takeUp(url);
    },
    onChange(state) {
      publish('server.changed', state);
      downloads.wake();
    },
  });

  const join = createJoin({
    http,
    current: () => settings.read().serverUrl,
    follow: (serverUrl) => settings.update({ serverUrl }),
  });

  const { baseUrl } = connection;
  const client = createServerClient({
    ...{ http, baseUrl, token: session.token },
    onTokenRefused: session.refuse,
    onNoAnswer: connection.doubt,
  });
  const media = createOwnMedia({ http, baseUrl, token: session.token });
  const { copyText, showItemInFolder } = desktop;
  const isAllowedLink = createLinkCheck({
    serverUrl: () => connection.read().url,
    approveUrl: () => session.read().approveUrl,
  });
  const openLink = createLinkOpener(isAllowedLink, desktop.openExternal);
  const { appVersion, deviceName, info } = options;
  const signInTools = { client, baseUrl, session, keychain, openExternal: openLink, log };
  const signIn = createSignIn({ ...signInTools, appVersion, deviceName });
  const downloadTools = { ...options, settings, connection, session, roots, onBroken };
  const downloads = createDownloads({
    ...downloadTools,
    onLibraryChange: (folder) => void (folder === null ? publishLibrary() : library.refreshFolder(folder)),
    readLibrary: readNow,
  });
  const dcc = createDcc({
    ...{ ...options, readLibrary: readNow, onBroken },
    serverUrl: () => connection.read().url ?? settings.read().serverUrl,
  });

  return {
    media,
    callServer: async (name, input) => media.rewrite(await client.forward(name, input)),
    handlers: {
      'app.info': () => info,
      'app.copyText': ({ text }) => copyText(text),
      'app.takeLink': given.takeLink,
      'app.openLink': ({ url }) => openLink(url),
      ...createSettingsHandlers(settings, {
        ...{ proxySignIn, chooseFolder: chooseLibraryFolder, chooseFile: desktop.chooseFile },
        chooseModelsFolder: (current) => desktop.chooseFolder(current, 'Choose the folder with your models'),
      }),
      ...createServerHandlers(connection, join),
      ...createSessionHandlers(session, signIn),
      ...downloads.handlers,
      ...createLibraryHandlers({
        showLibrary: library.read,
        readLibrary: readNow,
        checked,
        onChecked: publishLibrary,
        showItemInFolder,
      }),
      ...dcc.handlers,
    },
    async load() {
      await settings.load();
      desktop.setTheme(settings.read().theme);
      await downloads.load();
    },
    start() {
      // Reports a missing keychain early; reading an entry does not ask the person to unlock it.
      void keychain.get('availability').then(() => publish('session.changed', session.read()));
      if (isServerChosen(settings.read())) void connection.connect(settings.read().serverUrl);
      void dcc.start();
      void downloads.start();
    },
    async stop() {
      signIn.cancel();
      await dcc.stop();
      await downloads.stop();
      await library.close();
      await connection.stop();
    },
  };
}
