import { homedir } from 'node:os';
import type { z } from 'zod';
import { sentence } from '../../server/contract/sentence.ts';
import { findPrograms } from '../dcc/apps/find-programs.ts';
import { createDcc } from '../dcc/dcc.ts';
import { createDoctor } from '../doctor/doctor.ts';
import { createDownloads } from '../downloads/downloads.ts';
import { createComparison } from '../library/compare-versions.ts';
import { createLibraryHandlers } from '../library/handlers.ts';
import { isOtherList } from '../library/libraries.ts';
import { createLibraries } from '../library/move/libraries.ts';
import { openLibrary } from '../library/open-library.ts';
import { createRemoval } from '../library/removal/removal.ts';
import { createMedia } from '../media/create-media.ts';
import { createNotes } from '../notes/notes.ts';
import { createOwnServer } from '../own-server/own-server.ts';
import type { Kernel } from '../platform/kernel.ts';
import { isServerChosen } from '../platform/settings/settings.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import { createOutbox, KnownOutbox } from '../publish/outbox.ts';
import { isOtherServer, toServed } from '../server-connection/links.ts';
import { createRunCommand } from '../server-connection/run-command.ts';
import { createReadText } from '../updates/trust-feed.ts';
import { UpdateRecord } from '../updates/update-record.ts';
import { isOtherFeed } from '../updates/updater.ts';
import { createUpdates } from '../updates/updates.ts';
import { createServerAccess } from './create-server-access.ts';
import type { FeatureOptions, Features } from './feature-options.ts';
import { openSettings } from './open-settings.ts';

export function createFeatures(given: FeatureOptions): Features {
  const { log, places, desktop, publish, appVersion, info } = given;
  const onBroken = (aside: string) =>
    desktop.notify(
      'Lodestock could not read one of its files',
      sentence`It was saved as ${{ file: aside }}, and a new file was created.`,
    );
  const openFile = <S extends z.ZodType>(file: string, schema: S) =>
    createJsonFile({ file, schema, log, onBroken });
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
  const kernel: Kernel = { log, places, desktop, publish, settings, http, onBroken };
  const { library, checked, readAgain, ...opened } = openLibrary({
    ...{ ...kernel, patienceOf: given.libraryPatience },
    onChange(change) {
      publish('library.changed', change);
      libraries.tell();
      void posters.drop(change.removed);
      if (connection.read().status === 'ready') void posters.fill(change.models.map(({ guid }) => guid));
    },
  });
  const server = createServerAccess({
    ...{ ...given, ...kernel, keychain, readShare: () => ownServer.readShare() },
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
  const { session, connection, client, baseUrl } = server;
  const { computerState } = given;
  const shared = {
    ...kernel,
    ...opened,
    session,
    connection,
    client,
    baseUrl,
    home: homedir(),
    now: Date.now,
  };
  const { posters, ahead, media } = createMedia({
    ...{ ...shared, computerState, token: session.token, isInLibrary: library.has },
    isHeld: () => downloads.isHeld(),
  });
  const downloads = createDownloads({
    ...{ ...shared, computerState },
    onLibraryChange: (folder) => void (folder === null ? readAgain() : library.refreshFolder(folder)),
    findContent: (folder, sha) => [...library.findContent(folder, sha), ...ahead.findContent(sha)],
    moving: () => libraries.mover.moving(),
    uploads: { hasWork: () => outbox.hasWork(), hold: () => outbox.hold(), wake: () => outbox.wake() },
  });
  const outbox = createOutbox({
    ...{ ...shared, file: openFile(places.outbox, KnownOutbox) },
    mayGo: () => !downloads.isHeld(),
  });
  const libraries = createLibraries({ ...shared, downloads, onRelocated: readAgain });
  const removal = createRemoval({
    ...{ ...shared, isDownloading: downloads.isDownloading, onChange: library.refreshFolder },
    isMoving: (folder) => libraries.mover.moving()?.from === folder,
  });
  const notes = createNotes({ ...shared, machine: opened.sharing.machine, folder: places.accountNotes });
  const dcc = createDcc({
    ...{ ...given, ...shared },
    serverUrl: () => connection.read().url ?? settings.read().serverUrl,
  });
  const run = createRunCommand((args) =>
    given.forkServer({ port: 0, posterKey: '', share: null, args, ...toServed(settings.read()) }),
  );
  const updates = createUpdates({
    ...{ ...given.updates, version: appVersion, folder: places.versions, log, isHidden: given.isHidden },
    ...{ readPolicy: given.readPolicy, readSettings: settings.read, notify: desktop.notify },
    readText: createReadText(http),
    record: createJsonFile({ file: places.updates, schema: UpdateRecord, log }),
    publish: (state) => publish('updates.changed', state),
  });
  const ownServer = createOwnServer({ ...shared, run, listAddresses: given.listAddresses });
  const doctor = createDoctor({
    ...{ ...shared, version: appVersion, platform: info.platform, keychain, environment: process.env },
    askSystemProxy: given.askSystemProxy,
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
        ...{ library, checked, desktop, onChecked: readAgain },
        findPrograms: () => findPrograms(given.computer),
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
    isWaitingForDisk: opened.roots.isWaiting,
    async load() {
      await chosen.load();
      await libraries.mover.load();
      await downloads.load();
      await outbox.load();
    },
    start() {
      // Reports a missing keychain early; reading an entry does not prompt the user to unlock it.
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
      opened.roots.leave();
    },
  };
}
