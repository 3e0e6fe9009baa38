import path from 'node:path';
import type { BrowserWindowConstructorOptions } from 'electron';
import { createApp } from './api/app.ts';
import { createAppLifecycle } from './api/app-lifecycle.ts';
import { createClipboard, createDialog, createShell } from './api/desktop.ts';
import { createIpcMain, type IpcHandlers } from './api/ipc-main.ts';
import { createMenuClasses } from './api/menu.ts';
import { createNativeTheme } from './api/native-theme.ts';
import { createNet } from './api/net.ts';
import { createNotificationClass } from './api/notification.ts';
import { createProtocol, createSchemes } from './api/schemes.ts';
import { createScreen } from './api/screen.ts';
import { createSessionModule, createSessions } from './api/session.ts';
import { createUtilityProcessModule } from './api/utility-process.ts';
import { type Chromium, startChromium } from './chromium/start-chromium.ts';
import { host } from './host.ts';
import { strict } from './strict.ts';
import { defineStrictClass } from './strict-class.ts';
import { createStrictEmitter } from './strict-emitter.ts';
import { createBrowserWindow, markWindowGone, requestWindowClose } from './window/browser-window.ts';
import { applyColorScheme } from './window/emulate-color-scheme.ts';
import type { HostContext } from './window/host-context.ts';
import { createWindowRegistry } from './window/window-registry.ts';

// What `import { … } from 'electron'` yields in the main process.

function record(what: string, detail?: unknown): void {
  host.calls.push({ what, detail });
  if (process.env.ELECTRON_HOST_LOG) console.error('[electron-host]', what, detail);
}

let chromium: Chromium | null = null;
const lifecycle = createAppLifecycle({
  app: () => created.app,
  chromium: () => chromium,
  closeWindows: async () => (await Promise.all(windows.list().map(requestWindowClose))).every(Boolean),
  onExit: () => created.releaseLock(),
});
const windows = createWindowRegistry(lifecycle.leaveWithoutWindows);
const created = createApp({ host, lifecycle, record });
const theme = createNativeTheme((scheme) => {
  for (const { state } of windows.list()) {
    if (state.page) applyColorScheme(state.page, scheme).catch(() => {});
  }
});
const schemes = createSchemes();
const sessions = createSessions(record, host.switches);
const ipcHandlers: IpcHandlers = new Map();
const context: HostContext = {
  cdp: () => {
    if (!chromium) throw new Error('Cannot create BrowserWindow before app is ready');
    return chromium.cdp;
  },
  schemes,
  ipcHandlers,
  sessions,
  windows,
  record,
  emitApp: (event, ...args) => created.app.emit(event, ...args),
  appName: () => created.app.getName(),
  colorScheme: theme.colorScheme,
};
const menus = createMenuClasses(() => windows.objectOf(windows.focused()));
const byTarget = (targetId: string) => windows.list().find(({ state }) => state.page?.targetId === targetId);

export const app = created.app;
export const BrowserWindow = defineStrictClass({
  name: 'BrowserWindow',
  create: (options: BrowserWindowConstructorOptions = {}) => createBrowserWindow(options, context),
  statics: {
    getAllWindows: () => windows.list().map(windows.objectOf),
    getFocusedWindow: () => windows.objectOf(windows.focused()),
    fromId: (id: number) => windows.objectOf(windows.list().find((known) => known.id === id)),
    fromWebContents: (contents: object) =>
      windows.objectOf(windows.list().find((known) => known.contents === contents)),
  },
});
export const webContents = strict('webContents', {
  fromDevToolsTargetId: (targetId: string) => byTarget(targetId)?.contents,
});
export const clipboard = createClipboard();
export const dialog = createDialog(record);
export const ipcMain = createIpcMain(ipcHandlers);
export const Menu = menus.Menu;
export const MenuItem = menus.MenuItem;
export const nativeTheme = theme.nativeTheme;
export const net = createNet();
export const Notification = createNotificationClass(record);
export const protocol = createProtocol(schemes, lifecycle.isReady);
export const screen = createScreen();
export const session = createSessionModule(sessions);
export const shell = createShell(record);
export const utilityProcess = createUtilityProcessModule(lifecycle.isReady);
/** Electron's native updater, on which electron-updater announces that it quits. */
export const autoUpdater = createStrictEmitter({
  name: 'autoUpdater',
  events: ['before-quit-for-update'],
  members: {},
});

/** Says nothing on its own: a test emits what the system would. */
export const powerMonitor = createStrictEmitter({
  name: 'powerMonitor',
  events: ['suspend', 'resume'],
  members: {},
});

/** Without an upload it wants no address; nothing crashes here that it could dump. */
export const crashReporter = strict('crashReporter', {
  start(options: { readonly uploadToServer?: boolean; readonly submitURL?: string }): void {
    if (options.uploadToServer !== false && !options.submitURL)
      throw new Error('submitURL must be specified when uploadToServer is true');
    record('crashReporter.start', options);
  },
});

function refuseTray(): never {
  throw new Error('electron-host: new Tray is not implemented');
}

// These exist so that using one names itself instead of failing as undefined.
/** Pictures are only passed on. */
export const nativeImage = strict('nativeImage', { createFromDataURL: (url: string) => ({ url }) });
let blocked = 0;
/** Only recorded: nothing here sleeps. */
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type: string): number {
    record('powerSaveBlocker.start', type);
    blocked += 1;
    return blocked;
  },
  stop: (id: number): void => record('powerSaveBlocker.stop', id),
});
export const safeStorage = strict('safeStorage', {});
export const Tray = defineStrictClass({ name: 'Tray', create: refuseTray, statics: {} });

function watchTargets(running: Chromium): void {
  running.cdp.root.on('Target.targetDestroyed', ({ targetId }) => {
    const hostWindow = byTarget(targetId);
    if (hostWindow) markWindowGone(hostWindow, context);
  });
  running.cdp.root.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId } }) => {
    // Pages open windows only through setWindowOpenHandler; what slips past, from a frame, is closed again.
    if (type !== 'page' || openerId === undefined) return;
    running.cdp.root.send('Target.closeTarget', { targetId }).catch(() => {});
  });
  running.cdp.onClose(() => {
    if (lifecycle.isQuitting()) return;
    console.error('electron-host: Chromium went away');
    process.exit(1);
  });
}

/** Starts Chromium and then tells the app that it is ready. */
export async function startHost(): Promise<void> {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => lifecycle.quit());
  if (lifecycle.isQuitting()) return;
  const profileFolder = path.join(app.getPath('userData'), '.electron-host-chromium');
  chromium = await startChromium(profileFolder, host.switches);
  watchTargets(chromium);
  await chromium.cdp.root.send('Target.setDiscoverTargets', { discover: true });
  console.error(`DevTools listening on ${chromium.endpoint}`);
  lifecycle.markReady();
}
