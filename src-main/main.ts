import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, crashReporter, protocol } from 'electron';
import { readAgentCall } from './agents/agent-call.ts';
import { findAppLink, linkScheme, readAppLink } from './app/app-links.ts';
import { createParts, type Parts, wasStartedAtLogin } from './app/create-parts.ts';
import { appUrl } from './app/own-page.ts';
import { secureApp } from './app/security.ts';
import { createBundleHandler } from './app/serve-bundle.ts';
import { createStartAtLogin } from './app/start-at-login.ts';
import { serveCalls, serveFiles } from './platform/ipc/serve.ts';
import { findAppFolders } from './platform/storage/app-folders.ts';
import { createLog } from './platform/storage/log.ts';
import { listPlaces } from './platform/storage/places.ts';
import { createRotatingFile } from './platform/storage/rotating-file.ts';
import { limitLines } from './server-connection/limit-lines.ts';
import { askToGoBack } from './updates/ask-to-go-back.ts';

const here = import.meta.dirname;
const { host, protocol: scheme } = new URL(appUrl);
const schemeName = scheme.slice(0, -1);

app.enableSandbox();
// A clone must not take over the links of an installed app.
if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
app.setAppUserModelId('org.example.lodestock');
protocol.registerSchemesAsPrivileged([
  {
    scheme: schemeName,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
]);

const computer = { platform: process.platform, env: process.env, home: app.getPath('home') };
const folders = findAppFolders({
  computer,
  isPackaged: app.isPackaged,
  appData: app.getPath('appData'),
  wanted: app.commandLine.hasSwitch('user-data-dir') ? app.getPath('userData') : '',
});
// Must come before the single-instance lock, which is in this folder.
mkdirSync(folders.own, { recursive: true });
app.setPath('userData', folders.own);
const setStartAtLogin = createStartAtLogin({
  platform: process.platform,
  executable: process.env.APPIMAGE || process.execPath,
  autostartFolder: path.join(app.getPath('appData'), 'autostart'),
  setLoginItem: (item) => app.setLoginItemSettings(item),
});
const agentCall = readAgentCall(process.argv);
// Awaited, because Electron is ready only once this module has run, and some of its switches must be set before.
if (agentCall !== null)
  (await import('./agents/run-for-agent.ts')).runForAgent(agentCall, { folders, here, computer });
else if (process.platform === 'linux' && process.getuid?.() === 0) {
  // Without --no-sandbox, Electron exits before this; with it, a sandboxed window would crash it.
  console.error('Lodestock does not run as root. Start it as an ordinary user.');
  app.exit(1);
} else if (app.requestSingleInstanceLock()) run();
else app.quit();

type Opened = ReturnType<typeof import('./app/open-features.ts').openFeatures>;
/** Null until the window has opened. */
let features: Opened['features'] | null = null;
/** True while the app quits; nothing new is started then. */
let isStopping = false;

async function start(
  parts: Parts,
  open: () => Promise<Opened>,
  ready: PromiseWithResolvers<Opened>,
): Promise<void> {
  const { log, window, links, speech, showMenu, isOwnPage } = parts;
  const called = Promise.withResolvers<void>();
  const whenReady = () => {
    called.resolve();
    return ready.promise;
  };
  await app.whenReady();
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  await speech.load(app.getLocale());
  secureApp(isOwnPage);
  const fetchMedia = async (...wanted: Parameters<Opened['features']['media']['fetch']>) =>
    (await whenReady()).features.media.fetch(...wanted);
  protocol.handle(schemeName, createBundleHandler(path.join(here, '../renderer'), host, fetchMedia));
  serveCalls(async (...call) => (await whenReady()).answer(...call));
  serveFiles(isOwnPage, async (files) => (await whenReady()).features.takeFiles(files));
  showMenu();
  const show = () => window.show().catch((error: unknown) => log.error('window.not-opened', { error }));
  links.put(findAppLink(process.argv));
  app.on('second-instance', (_event, argv) => {
    links.put(findAppLink(argv));
    void show();
  });
  app.on('activate', show);
  // A page that calls has rendered or is about to, and the code below would keep it waiting.
  if (!wasStartedAtLogin()) await Promise.race([show(), called.promise]);
  const opened = await open();
  if (isStopping) return;
  features = opened.features;
  if ((await features.updates.begin()) && (await askToGoBack(speech.say))) return features.updates.goBack();
  await features.load();
  if (isStopping) return;
  ready.resolve(opened);
  features.start();
}

function run(): void {
  // Dumps stay on this computer; diagnostics list them.
  crashReporter.start({ uploadToServer: false });
  const places = listPlaces(folders.own, folders);
  const mainLog = createRotatingFile({ file: places.mainLog });
  const serverLog = createRotatingFile({ file: places.serverLog });
  const log = createLog(mainLog);
  const parts = createParts({ places, log, here });
  const given = { computer, here, setStartAtLogin, onServerLine: limitLines(serverLog.write) };
  const open = async () => (await import('./app/open-features.ts')).openFeatures(parts, given);
  const ready = Promise.withResolvers<Opened>();
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await features?.stop().catch((error: unknown) => log.error('app.stop-failed', { error }));
    await Promise.all([mainLog.close(), serverLog.close()]);
    // A process waits for its threads on exit, and one of them may wait forever for a share. Must be the last listener.
    if (await features?.isWaitingForDisk()) app.once('quit', () => process.kill(process.pid, 'SIGKILL'));
    app.exit(code);
  };

  // macOS delivers links by this event; the one that starts the app comes before it is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    parts.links.put(readAppLink(url));
  });
  app.on('window-all-closed', async () => {
    if (process.platform === 'darwin') return;
    const { features: loaded } = await ready.promise;
    if (BrowserWindow.getAllWindows().length === 0 && !loaded.staysWithoutWindow()) app.quit();
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
  start(parts, open, ready).catch((error: unknown) => {
    log.error('app.not-started', { error });
    void stop(1);
  });
}
