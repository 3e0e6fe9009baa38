import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, crashReporter, protocol } from 'electron';
import { type AgentCall, readAgentCall } from './agents/agent-call.ts';
import { serveAgent } from './agents/serve-agent.ts';
import { findAppLink, linkScheme, readAppLink } from './app/app-links.ts';
import { createParts, type Parts, wasStartedAtLogin } from './app/create-parts.ts';
import { appUrl } from './app/own-page.ts';
import { secureApp } from './app/security.ts';
import { createBundleHandler } from './app/serve-bundle.ts';
import { createStartAtLogin } from './app/start-at-login.ts';
import { createRouter } from './platform/ipc/router.ts';
import { serveCalls, serveFiles } from './platform/ipc/serve.ts';
import { readPolicy as readPolicyOf } from './platform/settings/read-policy.ts';
import { SettingsFile } from './platform/settings/settings.ts';
import { findAppFolders } from './platform/storage/app-folders.ts';
import { createJsonFile } from './platform/storage/json-file.ts';
import { createLog, silentLog } from './platform/storage/log.ts';
import { listPlaces } from './platform/storage/places.ts';
import { createRotatingFile } from './platform/storage/rotating-file.ts';
import { limitLines } from './server-connection/limit-lines.ts';
import { createServerEnvironment } from './server-connection/server-environment.ts';
import { askToGoBack } from './updates/ask-to-go-back.ts';

const here = import.meta.dirname;
const { host, protocol: scheme } = new URL(appUrl);
const schemeName = scheme.slice(0, -1);

app.enableSandbox();
// A clone does not take the links from an installed app.
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
// Before the lock of the single instance, which is in it.
mkdirSync(folders.own, { recursive: true });
app.setPath('userData', folders.own);
const setStartAtLogin = createStartAtLogin({
  platform: process.platform,
  executable: process.env.APPIMAGE || process.execPath,
  autostartFolder: path.join(app.getPath('appData'), 'autostart'),
  setLoginItem: (item) => app.setLoginItemSettings(item),
});
const agentCall = readAgentCall(process.argv);
if (agentCall !== null) runForAgent(agentCall);
else if (app.requestSingleInstanceLock()) run();
else app.quit();

async function start({ log, window, links, features, speech, showMenu, isOwnPage }: Parts): Promise<void> {
  await app.whenReady();
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  await speech.load(app.getLocale());
  if ((await features.updates.begin()) && (await askToGoBack(speech.say))) return features.updates.goBack();
  secureApp(isOwnPage);
  const { handlers, callServer, media } = features;
  protocol.handle(schemeName, createBundleHandler(path.join(here, '../renderer'), host, media.fetch));
  await features.load();
  serveCalls(createRouter({ isOwnPage, handlers, callServer, log }));
  serveFiles(isOwnPage, features.takeFiles);
  showMenu();
  features.start();
  const show = () => {
    window.show().catch((error: unknown) => log.error('window.not-opened', { error }));
  };
  links.put(findAppLink(process.argv));
  if (!wasStartedAtLogin()) show();
  app.on('second-instance', (_event, argv) => {
    links.put(findAppLink(argv));
    show();
  });
  app.on('activate', show);
}

/** Without a window, next to the app if that is open. */
function runForAgent(call: AgentCall): void {
  const places = listPlaces(folders.own, folders);
  serveAgent({
    call,
    script: path.join(here, '../server/main.js'),
    settings: createJsonFile({ file: places.settings, schema: SettingsFile, log: silentLog }),
    readPolicy: () => readPolicyOf({ platform: process.platform, home: computer.home, log: silentLog }),
    hasModelsFolder: Boolean(process.env.LODESTOCK_LIBRARY_DIR),
    toEnvironment: (chosen) =>
      createServerEnvironment({
        ...chosen,
        inherited: process.env,
        dataFolder: places.serverData,
        port: 0,
        posterKey: randomBytes(32).toString('hex'),
        modelsFolder: process.env.LODESTOCK_LIBRARY_DIR || chosen.modelsFolder,
      }),
  }).then(app.exit, (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    app.exit(1);
  });
}

function run(): void {
  // Dumps stay on this computer; diagnostics list them.
  crashReporter.start({ uploadToServer: false });
  const places = listPlaces(folders.own, folders);
  const mainLog = createRotatingFile({ file: places.mainLog });
  const serverLog = createRotatingFile({ file: places.serverLog });
  const log = createLog(mainLog);
  const parts = createParts({
    ...{ places, log, computer, here, setStartAtLogin },
    onServerLine: limitLines(serverLog.write),
  });
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await parts.features.stop().catch((error: unknown) => log.error('app.stop-failed', { error }));
    await Promise.all([mainLog.close(), serverLog.close()]);
    // A process waits for its threads as it ends, and one of them for a share that may never answer. The listener is the last.
    if (await parts.features.isWaitingForDisk()) app.once('quit', () => process.kill(process.pid, 'SIGKILL'));
    app.exit(code);
  };

  // macOS delivers links by this event; the one that starts the app comes before it is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    parts.links.put(readAppLink(url));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !parts.features.staysWithoutWindow()) app.quit();
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
  start(parts).catch((error: unknown) => {
    log.error('app.not-started', { error });
    void stop(1);
  });
}
