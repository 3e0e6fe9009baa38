import { EventEmitter, once } from 'node:events';
import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';
import { createPreventableEvent } from '../preventable-event.ts';
import { createStrictEmitter } from '../strict-emitter.ts';
import type { HostContext } from './host-context.ts';
import { createWebContents } from './web-contents.ts';
import { createWindowBounds, readInitialBounds } from './window-bounds.ts';
import type { HostWindow } from './window-registry.ts';

const events = [
  'blur',
  'close',
  'closed',
  'focus',
  'maximize',
  'minimize',
  'move',
  'ready-to-show',
  'resize',
  'responsive',
  'restore',
  'session-end',
  'show',
  'unmaximize',
  'unresponsive',
];

function readPreferences({ webPreferences }: BrowserWindowConstructorOptions): WebPreferences {
  const defaults = { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true };
  const preferences = { ...defaults, ...webPreferences };
  if (!preferences.contextIsolation || !preferences.sandbox || preferences.nodeIntegration) {
    throw new Error('electron-host: only sandboxed, context-isolated windows without Node are implemented');
  }
  return preferences;
}

function createAppearance(options: BrowserWindowConstructorOptions, { record, appName }: HostContext) {
  let title = options.title ?? appName();
  return {
    setTitle: (next: string): void => {
      title = next;
    },
    getTitle: (): string => title,
    setProgressBar: (progress: number): void => record('BrowserWindow.setProgressBar', progress),
  };
}

function createVisibility(hostWindow: HostWindow, isShownAtOnce: boolean, { windows }: HostContext) {
  let isVisible = isShownAtOnce;
  const focus = (): void => {
    windows.focus(hostWindow);
    hostWindow
      .live()
      .then((page) => page.session.send('Page.bringToFront'))
      .catch(() => {});
  };
  return {
    focus,
    isVisible: (): boolean => isVisible,
    isFocused: (): boolean => windows.focused() === hostWindow,
    show: (): void => {
      const wasVisible = isVisible;
      isVisible = true;
      if (!wasVisible) hostWindow.emitter.emit('show', {});
      focus();
    },
  };
}

/** Ends the window's objects once its page is gone, however that came about. */
export function markWindowGone(hostWindow: HostWindow, { windows }: HostContext): void {
  const { state, contents } = hostWindow;
  if (state.isDestroyed) return;
  state.isDestroyed = true;
  contents.emit('destroyed');
  windows.remove(hostWindow);
}

/** Closes as a person would; false when a 'close' listener refused. */
export async function requestWindowClose({ state, emitter, live }: HostWindow): Promise<boolean> {
  if (state.isDestroyed) return true;
  const event = createPreventableEvent({});
  emitter.emit('close', event);
  if (event.defaultPrevented) return false;
  const isClosed = once(emitter, 'closed');
  const { session } = await live();
  const closePage = () => session.send('Page.close').catch(() => {});
  // Chromium forgets the request when the page that it was put to yields to another.
  session.on('Page.frameNavigated', closePage);
  session.on('Page.loadEventFired', closePage);
  await closePage();
  await isClosed;
  return true;
}

function createEnding(hostWindow: HostWindow, context: HostContext) {
  return {
    isDestroyed: (): boolean => hostWindow.state.isDestroyed,
    close: (): void => {
      requestWindowClose(hostWindow).catch((error: unknown) => {
        console.error('electron-host: the window cannot be closed', error);
      });
    },
    destroy: (): void => {
      hostWindow
        .live()
        .then((page) => context.cdp().root.send('Target.closeTarget', { targetId: page.targetId }))
        .catch(() => {});
      markWindowGone(hostWindow, context);
    },
  };
}

function createMembers(
  hostWindow: HostWindow,
  options: BrowserWindowConstructorOptions,
  context: HostContext,
) {
  const { id, emitter, contents, live } = hostWindow;
  return {
    id,
    webContents: contents,
    loadURL: contents.loadURL,
    ...createAppearance(options, context),
    ...createEnding(hostWindow, context),
    ...createVisibility(hostWindow, options.show !== false, context),
    ...createWindowBounds({
      options,
      emitter,
      resizePage: (size) => {
        live()
          .then((page) => page.resize(size))
          .catch(() => {});
      },
    }),
  };
}

/** `new BrowserWindow(options)`: a Chromium page of that size, and bookkeeping for what a desktop would add. */
export function createBrowserWindow(
  options: BrowserWindowConstructorOptions,
  context: HostContext,
): EventEmitter {
  const id = context.windows.nextId();
  const emitter = new EventEmitter();
  const size = readInitialBounds(options);
  const preferences = readPreferences(options);
  const requestClose = (): void => window.close();
  const web = createWebContents({ id, size, preferences, requestClose, context });
  const hostWindow: HostWindow = { ...web, id, emitter };
  const window = createStrictEmitter({
    name: 'BrowserWindow',
    events,
    emitter,
    members: createMembers(hostWindow, options, context),
    isDestroyed: () => web.state.isDestroyed,
  });
  context.windows.add(hostWindow, window);
  const tellReady = (): boolean => emitter.emit('ready-to-show', {});
  // On Wayland a window is drawn once it is shown, so one that waits to be ready is never seen.
  if (process.env.ELECTRON_HOST_WAYLAND !== undefined)
    emitter.once('show', () => web.contents.once('did-finish-load', tellReady));
  else web.contents.once('did-finish-load', tellReady);
  context.emitApp('web-contents-created', {}, web.contents);
  context.emitApp('browser-window-created', {}, window);
  if (options.show !== false) window.show();
  return window;
}
