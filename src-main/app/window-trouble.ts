import { type BrowserWindow, dialog } from 'electron';
import { codeOf } from '../platform/storage/disk-errors.ts';
import type { Log } from '../platform/storage/log.ts';

export type TroubleOptions = {
  readonly pageUrl: string;
  readonly log: Log;
  /** Facts about the app and the computer for support. */
  readonly describe: () => string;
  readonly say: (text: string) => string;
};

/** Returns the page that replaces ours; `kind` is what went wrong. */
function toTroubleUrl(pageUrl: string, kind: 'gone' | 'not-loaded', details: string): string {
  const url = new URL('trouble.html', pageUrl);
  url.search = new URLSearchParams({ kind, details }).toString();
  return url.href;
}

/** Another navigation replaced this one. */
const isReplaced = (error: unknown) => codeOf(error) === 'ERR_ABORTED';

/** Loads the window's page, or an explanation if it crashes, hangs or cannot load; the rest of the app keeps running. */
export function createPageLoader(window: BrowserWindow, { pageUrl, log, describe, say }: TroubleOptions) {
  const { webContents: contents } = window;
  let isClosing = false;
  window.once('close', () => {
    isClosing = true;
  });

  async function showTrouble(kind: 'gone' | 'not-loaded', reason: string): Promise<void> {
    // Closing the window aborts its loading. A message about that would keep the app open until someone dismisses it.
    if (isClosing) return;
    log.error(`window.${kind}`, { reason });
    if (window.isDestroyed()) return;
    const details = `${describe()}\n${new Date().toISOString()}: ${reason}`;
    try {
      await window.loadURL(toTroubleUrl(pageUrl, kind, details));
    } catch (error) {
      if (isClosing || window.isDestroyed() || isReplaced(error)) return;
      dialog.showErrorBox(
        say('Lodestock cannot show its window'),
        `${details}\n${say('Reinstall Lodestock.')}`,
      );
    }
  }

  async function load(): Promise<void> {
    try {
      await window.loadURL(pageUrl);
    } catch (error) {
      if (window.isDestroyed() || isReplaced(error)) return;
      await showTrouble('not-loaded', error instanceof Error ? error.message : String(error));
    }
  }

  let isAsking = false;
  async function askAboutHang(): Promise<void> {
    log.warn('window.unresponsive', {});
    if (isAsking) return;
    isAsking = true;
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: say('Lodestock’s window is not responding'),
      detail: say(
        'It may be busy with a large model. Downloads continue while you wait, and if you reload it.',
      ),
      buttons: [say('Wait'), say('Reload')],
      defaultId: 0,
      cancelId: 0,
    });
    isAsking = false;
    // The page that appears after a crash offers to reload.
    if (response === 1 && !window.isDestroyed()) contents.forcefullyCrashRenderer();
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') void showTrouble('gone', `The page ended (${reason}, code ${exitCode}).`);
  });
  window.on('unresponsive', () => void askAboutHang());
  window.on('responsive', () => log.info('window.responsive', {}));
  return load;
}
