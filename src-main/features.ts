import { homedir } from 'node:os';
import path from 'node:path';
import { toServerAddress } from '../server/contract/server-address.ts';
import { createMedia } from './app/create-media.ts';
import { createLinkCheck, createLinkOpener } from './app/links.ts';
import { findPrograms } from './dcc/apps/find-programs.ts';
import { createDcc } from './dcc/dcc.ts';
import { createDoctor } from './doctor/doctor.ts';
import { createDownloads } from './downloads/downloads.ts';
import type { FeatureOptions, Features } from './feature-options.ts';
import type { LibraryChange } from './ipc/contract.ts';
import { createPaced } from './ipc/paced.ts';
import type { CheckedFiles } from './library/check-model.ts';
import { createComparison } from './library/compare-versions.ts';
import { createLibraryHandlers } from './library/handlers.ts';
import { createIndexFile } from './library/index-file.ts';
import { defaultLeaseTiming } from './library/lease.ts';
import { isOtherList, listLibraries } from './library/libraries.ts';
import { createLibraryIndex } from './library/library-index.ts';
import { createMachine, MachineFile } from './library/machine.ts';
import { createLibraryRoots, KnownRoots } from './library/roots.ts';
import { createLibraries } from './library-move/libraries.ts';
import { createProxySignIn } from './network/proxy-sign-in.ts';
import { resolveBySystem } from './network/reach.ts';
import { createNotes } from './notes/notes.ts';
import { createOwnServer } from './own-server/own-server.ts';
import { createRunCommand } from './own-server/run-command.ts';
import { toManagedSettings } from './policy/managed-settings.ts';
import { createOutbox, KnownOutbox } from './publish/outbox.ts';
import { createRemoval } from './removal/removal.ts';
import { createKeychain } from './secrets/keychain.ts';
import { createServerClient } from './server-client.ts';
import { createServerConnection, createServerHandlers } from './server-connection/connection.ts';
import { createJoin } from './server-connection/join.ts';
import { createServerLinks, isOtherServer, toServed } from './server-connection/links.ts';
import { createSettings, createSettingsHandlers, isServerChosen, SettingsFile } from './settings/settings.ts';
import { createSessionKeeper, KnownSessions } from './sign-in/session.ts';
import { createSessionHandlers, createSignIn } from './sign-in/sign-in.ts';
import { createJsonFile } from './storage/json-file.ts';
import { UpdateRecord } from './updates/update-record.ts';
import { createUpdates, isOtherFeed } from './updates/updates.ts';

/** Puts the features together, and decides which of them hears about changes in which other. */
export function createFeatures(given: FeatureOptions): Features {
  const { log, places, desktop, publish } = given;
  const http = given.createHttp({
    certificateFile: () => settings.read().certificateFile,
    proxySignIn: () => proxySignIn.read(),
  });
  const options = {
    ...{ ...given, http, readSettings: () => settings.read() },
    readShare: () => ownServer.readShare(),
  };
  const onBroken = (aside: string) =>
    desktop.notify(
      'Lodestock could not read one of its files',
      `It was saved as ${aside}, and a new file was created.`,
    );

  const settings = createSettings({
    file: createJsonFile({ file: places.settings, schema: SettingsFile, log, onBroken }),
    defaultLibraryFolder: options.defaultLibraryFolder,
    hasModelsFolder: options.hasModelsFolder,
    readManaged: async (check) => toManagedSettings(await options.readPolicy(), check, log),
    onChange(next, previous) {
      publish('settings.changed', next);
      desktop.setTheme(next.theme);
      if (isServerChosen(next) && isOtherServer(next, previous)) void connection.connect(next.serverUrl);
      if (isOtherList(next, previous)) publishLibrary();
      if (isOtherFeed(next, previous)) updates.wake();
      downloads.wake();
    },
  });
  const listFolders = () => listLibraries(settings.read()).map(({ folder }) => folder);
  const roots = createLibraryRoots(
    createJsonFile({ file: places.libraries, schema: KnownRoots, log, onBroken }),
    { patience: given.libraryPatience },
  );
  const checked: CheckedFiles = new Map();
  const library = createLibraryIndex({
    libraries: () => listLibraries(settings.read()),
    ...{ roots, checked, file: createIndexFile(places.libraryIndex, log) },
    onChange(change) {
      publish('library.changed', change);
      libraries.tell();
      keepPosters(change);
    },
  });
  const readNow = library.refresh;
  const publishLibrary = createPaced(async () => void (await library.refresh()));

  function keepPosters({ models, removed }: LibraryChange): void {
    void posters.drop(removed);
    if (connection.read().status === 'ready') void posters.fill(models.map(({ guid }) => guid));
  }

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
      outbox.wake();
      notes.wake();
    },
  });
  const connection = createServerConnection({
    ...createServerLinks(options),
    async onAddress(url) {
      if (toServerAddress(url) !== session.read().serverUrl) signIn.cancel();
      await session.takeUp(url);
    },
    onChange(state) {
      publish('server.changed', state);
      updates.noteServer(state);
      downloads.wake();
      if (state.status !== 'ready') return;
      void posters.fill(library.listGuids());
      outbox.wake();
      notes.wake();
    },
  });

  const join = createJoin({
    ...{ http, current: () => settings.read().serverUrl },
    follow: (serverUrl) => settings.update({ serverUrl }),
  });
  const { baseUrl } = connection;
  const client = createServerClient({
    ...{ http, baseUrl, token: session.token },
    onTokenRefused: session.refuse,
    onNoAnswer: connection.doubt,
  });
  const { posters, ahead, media } = createMedia({
    ...{ http, baseUrl, token: session.token, places, isInLibrary: library.has, settings: settings.read },
    ...{ isHeld: () => downloads.isHeld(), computerState: given.computerState, log },
  });
  const { copyText, showItemInFolder } = desktop;
  const isAllowedLink = createLinkCheck({
    serverUrl: () => connection.read().url,
    approveUrl: () => session.read().approveUrl,
  });
  const openLink = createLinkOpener(isAllowedLink, desktop.openExternal);
  const { appVersion, deviceName, info } = options;
  const signInTools = { client, baseUrl, session, keychain, openExternal: openLink, log };
  const signIn = createSignIn({ ...signInTools, appVersion, deviceName });
  const machineFile = createJsonFile({ file: places.machine, schema: MachineFile, log, onBroken });
  const sharing = { machine: createMachine(machineFile), timing: defaultLeaseTiming };
  const downloadTools = { ...options, settings, connection, session, roots, sharing, onBroken };
  const downloads = createDownloads({
    ...downloadTools,
    onLibraryChange: (folder) => void (folder === null ? publishLibrary() : library.refreshFolder(folder)),
    ...{ readLibrary: readNow, showLibrary: library.show },
    findContent: (folder, sha) => [...library.findContent(folder, sha), ...ahead.findContent(sha)],
    findLibrary: library.findLibrary,
    moving: () => libraries.mover.moving(),
    uploads: { hasWork: () => outbox.hasWork(), hold: () => outbox.hold(), wake: () => outbox.wake() },
  });
  const outbox = createOutbox({
    ...{ http, client, baseUrl, session, publish, log },
    mayGo: () => !downloads.isHeld(),
    file: createJsonFile({ file: places.outbox, schema: KnownOutbox, log, onBroken }),
  });
  const libraries = createLibraries({
    ...{ log, places, publish, desktop, settings, roots, sharing, downloads, onBroken },
    ...{ showLibrary: library.show, onRelocated: publishLibrary, home: homedir() },
  });
  const removal = createRemoval({
    ...{ libraries: listFolders, roots, readLibrary: readNow, sharing, log },
    isDownloading: downloads.isDownloading,
    isMoving: (folder) => libraries.mover.moving()?.from === folder,
    onChange: library.refreshFolder,
  });
  const notes = createNotes({
    ...{ libraries: listFolders, findLibrary: library.findLibrary, roots, machine: sharing.machine },
    ...{ http, baseUrl, session, publish, folder: places.accountNotes, log, onBroken },
  });
  const dcc = createDcc({
    ...{ ...options, readLibrary: readNow, onBroken },
    serverUrl: () => connection.read().url ?? settings.read().serverUrl,
  });

  const run = createRunCommand((args) =>
    given.forkServer({ port: 0, posterKey: '', share: null, args, ...toServed(settings.read()) }),
  );
  const updates = createUpdates({
    ...{ ...given.updates, version: appVersion, folder: places.versions, log },
    ...{ readPolicy: options.readPolicy, readSettings: settings.read, isHidden: given.isHidden },
    record: createJsonFile({ file: places.updates, schema: UpdateRecord, log }),
    publish: (state) => publish('updates.changed', state),
    notify: desktop.notify,
  });
  const ownServer = createOwnServer({
    ...{ settings, connection, places, log, listAddresses: given.listAddresses },
    ...{ home: homedir(), now: Date.now, run },
    desktop: {
      ...{ chooseFolder: desktop.chooseFolder, notify: desktop.notify, showItemInFolder },
      chooseBackup: () => desktop.chooseFile('Choose the backup to restore', 'Backups', ['backup']),
    },
  });

  const doctor = createDoctor({
    ...{ version: appVersion, platform: info.platform, keychain, http, places },
    ...{ server: connection.read, session: session.read, settings: settings.read, managed: settings.managed },
    ...{ findAbsence: roots.findAbsence, resolve: resolveBySystem, now: Date.now },
    askSystemProxy: options.askSystemProxy,
    ...{ environment: process.env, home: homedir(), dataFolder: path.dirname(places.settings) },
  });

  return {
    media,
    takeFiles: outbox.take,
    callServer: async (name, input) => media.rewrite(await client.forward(name, input)),
    handlers: {
      'app.info': () => {
        updates.noteUp('page');
        return { ...info, managed: [...settings.managed()] };
      },
      'app.copyText': ({ text }) => copyText(text),
      'app.saveText': ({ name, text }) => desktop.saveText(name, text),
      'app.takeLink': given.takeLink,
      'app.speak': ({ language }) => given.speak(language),
      'app.openLink': ({ url }) => openLink(url),
      ...createSettingsHandlers(settings, {
        proxySignIn,
        chooseFile: (title) => desktop.chooseFile(title, 'Certificates', ['pem', 'crt', 'cer']),
        setStartAtLogin: desktop.setStartAtLogin,
        chooseModelsFolder: (current) => desktop.chooseFolder(current, 'Choose the folder with your models'),
      }),
      ...createServerHandlers(connection, join),
      ...createSessionHandlers(session, signIn),
      ...downloads.handlers,
      ...createLibraryHandlers({
        showLibrary: library.read,
        ...{ readLibrary: readNow, seenLibrary: library.show },
        ...{ checked, onChecked: publishLibrary, desktop },
        findPrograms: () => findPrograms(options.computer),
        compare: createComparison({ client, baseUrl, readLibrary: library.show }),
      }),
      ...libraries.handlers,
      ...notes.handlers,
      ...ahead.handlers,
      ...removal.handlers,
      ...dcc.handlers,
      ...doctor,
      ...ownServer.handlers,
      ...outbox.handlers,
      ...updates.handlers,
    },
    updates,
    staysWithoutWindow: ownServer.staysWithoutWindow,
    isWaitingForDisk: roots.isWaiting,
    async load() {
      await settings.load();
      desktop.setTheme(settings.read().theme);
      // An app that was moved or renamed since would not be found.
      if (settings.read().startAtLogin && info.isPackaged)
        desktop.setStartAtLogin(true).catch((error: unknown) => log.warn('start-at-login', { error }));
      await libraries.mover.load();
      await downloads.load();
      await outbox.load();
    },
    start() {
      // Reports a missing keychain early; reading an entry does not ask the person to unlock it.
      void keychain.get('availability').then(() => publish('session.changed', session.read()));
      void updates
        .finishReturn(() => run(['restore', '--before-upgrade']))
        .then(async () => {
          if (isServerChosen(settings.read())) await connection.connect(settings.read().serverUrl);
        });
      updates.start();
      void dcc.start();
      void downloads.start();
      libraries.mover.start();
      notes.start();
      void removal.tidy();
      ownServer.start();
    },
    async stop() {
      signIn.cancel();
      outbox.stop();
      notes.stop();
      ownServer.stop();
      await dcc.stop();
      await libraries.mover.stop();
      await downloads.stop();
      await library.close();
      await connection.stop();
      await updates.stop();
    },
  };
}
