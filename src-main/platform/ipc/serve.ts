import { ipcMain, type WebContents } from 'electron';
import { channels } from './channels.ts';
import type { Publish } from './handlers.ts';
import type { Router } from './router.ts';

export function serveCalls(router: Router): void {
  ipcMain.handle(channels.call, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame;
    const source = frame && { url: frame.url, isMainFrame: frame.parent === null };
    return router(source, name, input);
  });
}

/** Receives file paths from the preload of our own page. */
export function serveFiles(
  isOwnPage: (url: string) => boolean,
  take: (files: unknown) => Promise<void>,
): void {
  ipcMain.handle(channels.files, async (event, files: unknown) => {
    const frame = event.senderFrame;
    if (frame?.parent === null && isOwnPage(frame.url)) await take(files);
  });
}

/** Sends events to the open window, or drops them if there is none: a new window reads the whole state. */
export function createPublisher(findContents: () => WebContents | null): Publish {
  return (name, payload) => findContents()?.send(channels.event, name, payload);
}
