import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { JsonFile } from '../platform/storage/json-file.ts';
import { windowBackground } from './window-background.generated.ts';
import { minimumSize, placeWindow, type WindowState } from './window-state.ts';
import { createPageLoader, type TroubleOptions } from './window-trouble.ts';

type MainWindowOptions = TroubleOptions & {
  readonly preload: string;
  readonly icon: string | null;
  readonly onClosed: () => void;
  /** Called when the user's session on the computer ends; little time is left. */
  readonly onSessionEnd: () => void;
  readonly stateFile: JsonFile<WindowState>;
};

const findBackground = () =>
  nativeTheme.shouldUseDarkColors ? windowBackground.dark : windowBackground.light;

function openWindow({ preload, icon }: MainWindowOptions, state: WindowState | null): BrowserWindow {
  return new BrowserWindow({
    ...placeWindow(
      state,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    ),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Lodestock',
    ...(icon !== null && { icon }),
    backgroundColor: findBackground(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    },
  });
}

/** The longest time that the window stays hidden, in milliseconds. */
const longestHidden = 3000;

/** Shows a window once it has content, is loaded or times out: Wayland reports content only for visible windows. */
function showWhenReady(window: BrowserWindow, isMaximised: boolean): void {
  const reveal = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isVisible()) return;
    if (isMaximised) window.maximize();
    window.show();
  };
  const timer = setTimeout(reveal, longestHidden);
  window.once('ready-to-show', reveal);
  window.webContents.once('did-finish-load', reveal);
}

/** Creates the app's only window and remembers its position. */
export function createMainWindow(options: MainWindowOptions) {
  let window: BrowserWindow | null = null;
  let opening: Promise<void> | null = null;

  function remember(current: BrowserWindow): void {
    const bounds = current.getNormalBounds();
    const { themeSource: theme } = nativeTheme;
    const state = { version: 1, bounds, isMaximised: current.isMaximized(), theme } as const;
    options.stateFile.write(state).catch(() => undefined); // already logged
  }

  async function open(): Promise<void> {
    const state = await options.stateFile.read().catch(() => null);
    // The window opens before the settings, which contain the theme, are read.
    if (state) nativeTheme.themeSource = state.theme;
    const current = openWindow(options, state);
    window = current;
    showWhenReady(current, state?.isMaximised ?? false);
    current.on('close', () => {
      remember(current);
      // Chromium asks the page whether it may close. A page that still loads never answers, and the app would not quit.
      if (current.webContents.isLoadingMainFrame())
        setImmediate(() => {
          if (!current.isDestroyed()) current.destroy();
        });
    });
    const colour = () => current.setBackgroundColor(findBackground());
    nativeTheme.on('updated', colour);
    current.on('closed', () => {
      nativeTheme.off('updated', colour);
      window = null;
      options.onClosed();
    });
    current.on('session-end', options.onSessionEnd);
    await createPageLoader(current, options)();
  }

  return {
    find: () => window,
    async show() {
      if (!window) {
        opening ??= open().finally(() => {
          opening = null;
        });
        return opening;
      }
      if (window.isMinimized()) window.restore();
      // Needed even if the window was never shown: the user cannot see a window that is waiting.
      window.show();
    },
  };
}
