import { BrowserWindow } from 'electron';

export type PosterWindow = { readonly close: () => void };
/** Opens the rendering page; `onGone` is called once if it crashes or is closed from outside. */
export type OpenPosterWindow = (url: string, onGone: (reason: string) => void) => PosterWindow;

const open = new Set<BrowserWindow>();

/** Opens a hidden window with the rendering page of our own server, as restricted as every other window. */
export const openPosterWindow: OpenPosterWindow = (url, onGone) => {
  const window = new BrowserWindow({
    show: false,
    width: 320,
    height: 240,
    title: 'Lodestock posters',
    webPreferences: {
      partition: 'posters',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Chromium throttles hidden windows.
      backgroundThrottling: false,
    },
  });
  open.add(window);
  let isClosing = false;
  const end = (reason: string) => {
    if (isClosing) return;
    isClosing = true;
    open.delete(window);
    if (!window.isDestroyed()) window.destroy();
    onGone(reason);
  };
  window.webContents.on('render-process-gone', (_event, { reason }) =>
    end(`The window that renders posters crashed. (${reason})`),
  );
  window.on('closed', () => end('The window that renders posters was closed.'));
  window.loadURL(url).catch(() => end('The page that renders posters could not be opened.'));
  return {
    close() {
      if (isClosing) return;
      isClosing = true;
      open.delete(window);
      window.destroy();
    },
  };
};

/** A hidden window must not keep the app open. */
export function closePosterWindows(): void {
  for (const window of [...open]) if (!window.isDestroyed()) window.destroy();
}
