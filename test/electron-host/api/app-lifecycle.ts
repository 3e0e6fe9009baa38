import type { EventEmitter } from 'node:events';
import type { Chromium } from '../chromium/start-chromium.ts';
import { createPreventableEvent } from '../preventable-event.ts';

type LifecycleOptions = {
  /** Asked for each time: Playwright replaces the emit of the app object. */
  readonly app: () => EventEmitter;
  readonly chromium: () => Chromium | null;
  readonly closeWindows: () => Promise<boolean>;
  readonly onExit: () => void;
};

function createReadiness(app: LifecycleOptions['app']) {
  let isReady = false;
  let resolveReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  return {
    whenReady: (): Promise<void> => ready,
    isReady: (): boolean => isReady,
    markReady: (): void => {
      isReady = true;
      app().emit('ready', createPreventableEvent({}), {});
      resolveReady();
    },
  };
}

/** The order of events in which an Electron app starts and ends. */
export function createAppLifecycle({ app, chromium, closeWindows, onExit }: LifecycleOptions) {
  let isQuitting = false;
  const exit = (code = 0): void => {
    isQuitting = true;
    app().emit('quit', createPreventableEvent({}), code);
    onExit();
    Promise.resolve(chromium()?.close()).finally(() => process.exit(code));
  };
  const isRefused = (name: string): boolean => {
    const event = createPreventableEvent({});
    app().emit(name, event);
    return event.defaultPrevented;
  };
  const finishQuit = async (): Promise<void> => {
    const areClosed = await closeWindows();
    if (areClosed && !isRefused('will-quit')) exit();
    else isQuitting = false;
  };
  const quit = (): void => {
    if (isQuitting || isRefused('before-quit')) return;
    isQuitting = true;
    finishQuit().catch((error: unknown) => {
      console.error('electron-host: the app cannot quit in order', error);
      exit(1);
    });
  };
  return {
    quit,
    exit,
    ...createReadiness(app),
    isQuitting: (): boolean => isQuitting,
    leaveWithoutWindows: (): void => {
      if (isQuitting) return;
      if (app().listenerCount('window-all-closed') > 0) app().emit('window-all-closed');
      else quit();
    },
  };
}

export type AppLifecycle = ReturnType<typeof createAppLifecycle>;
