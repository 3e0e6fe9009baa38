import type { EventEmitter } from 'node:events';
import type { WebContentsHandle } from './web-contents.ts';

/** A window as the host sees it; `emitter` carries the events of the app's BrowserWindow object. */
export type HostWindow = WebContentsHandle & { readonly id: number; readonly emitter: EventEmitter };

/** All open windows, each with the object the app holds for it, and the one that has the focus. */
export function createWindowRegistry(onAllClosed: () => void) {
  const windows = new Map<HostWindow, EventEmitter>();
  let focused: HostWindow | null = null;
  let count = 0;
  return {
    nextId: (): number => {
      count += 1;
      return count;
    },
    add: (hostWindow: HostWindow, object: EventEmitter): void => {
      windows.set(hostWindow, object);
    },
    remove: (hostWindow: HostWindow): void => {
      windows.delete(hostWindow);
      if (focused === hostWindow) focused = null;
      hostWindow.emitter.emit('closed', {});
      if (windows.size === 0) onAllClosed();
    },
    list: (): readonly HostWindow[] => [...windows.keys()],
    /** What the app knows as the BrowserWindow; null for no window and for a closed one. */
    objectOf: (hostWindow: HostWindow | null | undefined): EventEmitter | null =>
      hostWindow ? (windows.get(hostWindow) ?? null) : null,
    focused: (): HostWindow | null => focused,
    focus: (hostWindow: HostWindow): void => {
      if (focused === hostWindow) return;
      focused?.emitter.emit('blur', {});
      focused = hostWindow;
      hostWindow.emitter.emit('focus', {});
    },
  };
}

export type WindowRegistry = ReturnType<typeof createWindowRegistry>;
