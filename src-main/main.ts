import { hostname } from 'node:os';
import path from 'node:path';
import { app, protocol } from 'electron';
import { desktop } from './app/desktop.ts';
import { appUrl, createOwnPageCheck } from './app/own-page.ts';
import { createBundleHandler } from './app/serve-bundle.ts';
import { createFeatures } from './features.ts';
import { createHttp } from './http.ts';
import { createRouter } from './ipc/router.ts';
import { createPublisher, serveCalls } from './ipc/serve.ts';
import { createLog } from './log.ts';
import { installMenu } from './menu.ts';
import { closePosterWindows, openPosterWindow } from './posters/poster-window.ts';
import { secureApp } from './security.ts';
import { createServerEnvironment } from './server-connection/server-environment.ts';
import { forkServer } from './server-process.ts';
import { describeComputer } from './starters/computer.ts';
import { createJsonFile } from './storage/json-file.ts';
import { listPlaces } from './storage/places.ts';
import { createRotatingFile } from './storage/rotating-file.ts';
import { startUpdates } from './updates/updates.ts';
import { createMainWindow } from './window.ts';
import { WindowState } from './window-state.ts';

const here = import.meta.dirname;
const { host, protocol: scheme } = new URL(appUrl);
const schemeName = scheme.slice(0, -1);

app.enableSandbox();
app.setAppUserModelId('org.example.lodestock');
protocol.registerSchemesAsPrivileged([
  { scheme: schemeName, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  const places = listPlaces(app.getPath('userData'));
  const mainLog = createRotatingFile({ file: places.mainLog });
  const serverLog = createRotatingFile({ file: places.serverLog });
  const log = createLog(mainLog);
  const version = app.getVersion();
  const pageUrl = (!app.isPackaged && process.env.VITE_DEV_SERVER_URL) || appUrl;
  const isOwnPage = createOwnPageCheck(pageUrl);

  const window = createMainWindow({
    pageUrl,
    preload: path.join(here, '../preload/preload.cjs'),
    onClosed: closePosterWindows,
    stateFile: createJsonFile({ file: places.window, schema: WindowState, log }),
  });
  const publish = createPublisher(() => window.find()?.webContents ?? null);
  const features = createFeatures({
    ...{ places, log, publish, desktop, appVersion: version, http: createHttp(version) },
    info: { version, platform: process.platform, isPackaged: app.isPackaged },
    deviceName: hostname(),
    startersDir: path.join(here, '../starters'),
    manifestsDir: path.join(here, '../manifests'),
    computer: describeComputer(process.env),
    defaultLibraryFolder: path.join(app.getPath('documents'), 'Lodestock'),
    loadKeytar: async () => (await import('keytar')).default,
    onServerLine: serverLog.write,
    openPosterWindow,
    forkServer: (port, posterKey) =>
      forkServer(
        path.join(here, '../server/main.js'),
        createServerEnvironment({
          ...{ inherited: process.env, port, posterKey, dataFolder: places.serverData },
          modelsFolder: process.env.LODESTOCK_LIBRARY_DIR || null,
        }),
      ),
  });

  const show = () => {
    window.show().catch((error: unknown) => log.error('window.not-opened', { error }));
  };
  const start = async () => {
    await app.whenReady();
    log.info('app.started', { version, platform: process.platform });
    secureApp(isOwnPage);
    const { handlers, callServer, media } = features;
    const bundle = path.join(here, '../renderer');
    protocol.handle(schemeName, createBundleHandler(bundle, host, media.fetch));
    await features.load();
    serveCalls(createRouter({ isOwnPage, handlers, callServer, log }));
    installMenu((action) => publish('action.requested', action));
    features.start();
    show();
    app.on('second-instance', show);
    app.on('activate', show);
    startUpdates({
      isPackaged: app.isPackaged,
      resourcesFolder: process.resourcesPath,
      load: async () => (await import('electron-updater')).default.autoUpdater,
      log,
    });
  };
  const stop = async (code: number) => {
    await features.stop().catch((error: unknown) => log.error('app.stop-failed', { error }));
    await Promise.all([mainLog.close(), serverLog.close()]);
    app.exit(code);
  };

  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    void stop(0);
  });
  process.on('unhandledRejection', (error) => log.error('app.unhandled', { error }));
  process.on('uncaughtException', (error) => {
    log.error('app.crashed', { error });
    void stop(1);
  });
  start().catch((error: unknown) => {
    log.error('app.not-started', { error });
    void stop(1);
  });
}
