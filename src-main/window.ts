import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { JsonFile } from './storage/json-file.ts';
import { windowBackground } from './window-background.generated.ts';
import { minimumSize, placeWindow, type WindowState } from './window-state.ts';

export type MainWindow = {
  /** Opens the window, or brings it to the front. */
  readonly show: () => Promise<void>;
  readonly find: () => BrowserWindow | null;
};

type MainWindowOptions = {
  readonly pageUrl: string;
  readonly preload: string;
  readonly onClosed: () => void;
  readonly stateFile: JsonFile<WindowState>;
};

function openWindow({ preload }: MainWindowOptions, state: WindowState | null): BrowserWindow {
  return new BrowserWindow({
    ...placeWindow(
      state,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    ),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Lodestock',
    backgroundColor: nativeTheme.shouldUseDarkColors ? windowBackground.dark : windowBackground.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    },
  });
}

/** The app's only window; its position is remembered. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  let opening: Promise<void> | null = null;

  function remember(current: BrowserWindow): void {
    const bounds = current.getNormalBounds();
    const state = { version: 1, bounds, isMaximised: current.isMaximized() } as const;
    options.stateFile.write(state).catch(() => undefined); // already logged
  }

  async function open(): Promise<void> {
    const state = await options.stateFile.read().catch(() => null);
    const current = openWindow(options, state);
    window = current;
    current.once('ready-to-show', () => {
      if (state?.isMaximised) current.maximize();
      current.show();
    });
    current.on('close', () => remember(current));
    current.on('closed', () => {
      window = null;
      options.onClosed();
    });
    await current.loadURL(options.pageUrl);
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
      window.focus();
    },
  };
}
