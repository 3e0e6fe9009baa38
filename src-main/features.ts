import { homedir } from 'node:os';
import path from 'node:path';
import { createMedia } from './app/create-media.ts';
import { createServerAccess } from './app/create-server-access.ts';
import { openSettings } from './app/open-settings.ts';
import { findPrograms } from './dcc/apps/find-programs.ts';
import { createDcc } from './dcc/dcc.ts';
import { createDoctor } from './doctor/doctor.ts';
import { createDownloads } from './downloads/downloads.ts';
import type { FeatureOptions, Features } from './feature-options.ts';
import { createComparison } from './library/compare-versions.ts';
import { createLibraryHandlers } from './library/handlers.ts';
import { defaultLeaseTiming } from './library/lease.ts';
import { isOtherList } from './library/libraries.ts';
import { createMachine, MachineFile } from './library/machine.ts';
import { openLibrary } from './library/open-library.ts';
import { createLibraries } from './library-move/libraries.ts';
import { resolveBySystem } from './network/reach.ts';
import { createNotes } from './notes/notes.ts';
import { createOwnServer } from './own-server/own-server.ts';
import { createRunCommand } from './own-server/run-command.ts';
import { createOutbox, KnownOutbox } from './publish/outbox.ts';
import { createRemoval } from './removal/removal.ts';
import { isOtherServer, toServed } from './server-connection/links.ts';
import { isServerChosen } from './settings/settings.ts';
import { createJsonFile } from './storage/json-file.ts';
import { UpdateRecord } from './updates/update-record.ts';
import { createUpdates, isOtherFeed } from './updates/updates.ts';

/** Puts the features together, and decides which of them hears about changes in which other. */
export function createFeatures(given: FeatureOptions): Features {
  const { log, places, desktop, publish, appVersion, info } = given;
  const onBroken = (aside: string) =>
    desktop.notify(
      'Lodestock could not read one of its files',
      `It was saved as ${aside}, and a new file was created.`,
    );
  const chosen = openSettings(given, {
    onBroken,
    onChange(next, previous) {
      if (isServerChosen(next) && isOtherServer(next, previous)) void connection.connect(next.serverUrl);
      if (isOtherList(next, previous)) readAgain();
      if (isOtherFeed(next, previous)) updates.wake();
      downloads.wake();
    },
  });
  const { settings, keychain, http } = chosen;
  const options = {
    ...given,
    http,
    readSettings: () => settings.read(),
    readShare: () => ownServer.readShare(),
  };
  const { library, roots, checked, listFolders, readAgain } = openLibrary({
    settings,
    places,
    log,
    onBroken,
    patience: given.libraryPatience,
    onChange(change) {
      publish('library.changed', change);
      libraries.tell();
      void posters.drop(change.removed);
      if (connection.read().status === 'ready') void posters.fill(change.models.map(({ guid }) => guid));
    },
  });
  const server = createServerAccess({
    ...options,
    keychain,
    settings,
    onSession() {
      downloads.wake();
      outbox.wake();
      notes.wake();
    },
    onServer(state) {
      updates.noteServer(state);
      downloads.wake();
      if (state.status !== 'ready') return;
      void posters.fill(library.listGuids());
      outbox.wake();
      notes.wake();
    },
  });
  const { session, connection, client } = server;
  const { baseUrl } = connection;
  const { posters, ahead, media } = createMedia({
    http,
    baseUrl,
    token: session.token,
    places,
    isInLibrary: library.has,
    settings: settings.read,
    isHeld: () => downloads.isHeld(),
    computerState: given.computerState,
    log,
  });
  const machineFile = createJsonFile({ file: places.machine, schema: MachineFile, log, onBroken });
  const sharing = { machine: createMachine(machineFile), timing: defaultLeaseTiming };
  const downloads = createDownloads({
    ...options,
    settings,
    connection,
    session,
    roots,
    sharing,
    onBroken,
    onLibraryChange: (folder) => void (folder === null ? readAgain() : library.refreshFolder(folder)),
    readLibrary: library.refresh,
    findContent: (folder, sha) => [...library.findContent(folder, sha), ...ahead.findContent(sha)],
    findLibrary: library.findLibrary,
    moving: () => libraries.mover.moving(),
    uploads: { hasWork: () => outbox.hasWork(), hold: () => outbox.hold(), wake: () => outbox.wake() },
  });
  const outbox = createOutbox({
    http,
    client,
    baseUrl,
    session,
    publish,
    log,
    mayGo: () => !downloads.isHeld(),
    file: createJsonFile({ file: places.outbox, schema: KnownOutbox, log, onBroken }),
  });
  const libraries = createLibraries({
    log,
    places,
    publish,
    desktop,
    settings,
    roots,
    sharing,
    downloads,
    onBroken,
    showLibrary: library.show,
    onRelocated: readAgain,
    home: homedir(),
  });
  const removal = createRemoval({
    libraries: listFolders,
    roots,
    readLibrary: library.refresh,
    sharing,
    log,
    isDownloading: downloads.isDownloading,
    isMoving: (folder) => libraries.mover.moving()?.from === folder,
    onChange: library.refreshFolder,
  });
  const notes = createNotes({
    libraries: listFolders,
    findLibrary: library.findLibrary,
    roots,
    machine: sharing.machine,
    http,
    baseUrl,
    session,
    publish,
    folder: places.accountNotes,
    log,
    onBroken,
  });
  const dcc = createDcc({
    ...options,
    readLibrary: library.refresh,
    onBroken,
    serverUrl: () => connection.read().url ?? settings.read().serverUrl,
  });

  const run = createRunCommand((args) =>
    given.forkServer({ port: 0, posterKey: '', share: null, args, ...toServed(settings.read()) }),
  );
  const updates = createUpdates({
    ...given.updates,
    version: appVersion,
    folder: places.versions,
    log,
    readPolicy: options.readPolicy,
    readSettings: settings.read,
    isHidden: given.isHidden,
    record: createJsonFile({ file: places.updates, schema: UpdateRecord, log }),
    publish: (state) => publish('updates.changed', state),
    notify: desktop.notify,
  });
  const ownServer = createOwnServer({
    settings,
    connection,
    places,
    log,
    listAddresses: given.listAddresses,
    home: homedir(),
    now: Date.now,
    run,
    desktop: {
      chooseFolder: desktop.chooseFolder,
      notify: desktop.notify,
      showItemInFolder: desktop.showItemInFolder,
      chooseBackup: () => desktop.chooseFile('Choose the backup to restore', 'Backups', ['backup']),
    },
  });

  const doctor = createDoctor({
    version: appVersion,
    platform: info.platform,
    keychain,
    http,
    places,
    server: connection.read,
    session: session.read,
    settings: settings.read,
    managed: settings.managed,
    findAbsence: roots.findAbsence,
    resolve: resolveBySystem,
    now: Date.now,
    askSystemProxy: options.askSystemProxy,
    environment: process.env,
    home: homedir(),
    dataFolder: path.dirname(places.settings),
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
      'app.copyText': ({ text }) => desktop.copyText(text),
      'app.saveText': ({ name, text }) => desktop.saveText(name, text),
      'app.takeLink': given.takeLink,
      'app.speak': ({ language }) => given.speak(language),
      'app.openLink': ({ url }) => server.openLink(url),
      ...chosen.handlers,
      ...server.handlers,
      ...downloads.handlers,
      ...createLibraryHandlers({
        showLibrary: library.read,
        readLibrary: library.refresh,
        seenLibrary: library.show,
        checked,
        onChecked: readAgain,
        desktop,
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
      await chosen.load();
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
      server.signIn.cancel();
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
