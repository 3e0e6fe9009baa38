import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Host } from '../host.ts';
import { createPreventableEvent } from '../preventable-event.ts';
import { createStrictEmitter } from '../strict-emitter.ts';
import type { AppLifecycle } from './app-lifecycle.ts';
import { createAppPaths } from './app-paths.ts';
import { createCommandLine } from './command-line.ts';
import { createInstanceLock, type SecondInstance } from './instance-lock.ts';

type Manifest = { readonly name: string; readonly productName?: string; readonly version: string };

type AppOptions = {
  readonly host: Host;
  readonly lifecycle: AppLifecycle;
  readonly record: (what: string, detail?: unknown) => void;
};

const events = [
  'activate',
  'before-quit',
  'browser-window-created',
  'open-url',
  'quit',
  'ready',
  'second-instance',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
];

function readManifest(host: Host): Manifest {
  return JSON.parse(readFileSync(path.join(host.appFolder, 'package.json'), 'utf8'));
}

function createIdentity({ host }: AppOptions) {
  const manifest = readManifest(host);
  let name = manifest.productName ?? manifest.name;
  const getName = (): string => name;
  return {
    get name() {
      return name;
    },
    getName,
    setName: (next: string): void => {
      name = next;
    },
    getVersion: () => manifest.version,
    getLocale: () => host.switches.get('lang') || 'en-US',
    getAppPath: () => host.appFolder,
    isPackaged: host.isPackaged,
  };
}

function createDesktopWishes({ record }: AppOptions) {
  return {
    focus: (options?: unknown): void => record('app.focus', options),
    setAppUserModelId: (id: string): void => record('app.setAppUserModelId', id),
    setAsDefaultProtocolClient: (scheme: string): boolean => {
      record('app.setAsDefaultProtocolClient', scheme);
      return true;
    },
    enableSandbox: (): void => record('app.enableSandbox'),
    relaunch: (options?: unknown): void => record('app.relaunch', options),
  };
}

/** Electron's `app`; `releaseLock` is for the end of the process. */
export function createApp(options: AppOptions) {
  const { host, lifecycle, record } = options;
  const identity = createIdentity(options);
  const paths = createAppPaths(host, identity.getName);
  const emitSecond = ({ argv, workingDirectory, data }: SecondInstance): void => {
    app.emit('second-instance', createPreventableEvent({}), argv, workingDirectory, data);
  };
  const lock = createInstanceLock(() => paths.getPath('userData'), emitSecond);
  const members = Object.assign(identity, {
    commandLine: createCommandLine(host.switches, record),
    ...paths,
    ...createDesktopWishes(options),
    requestSingleInstanceLock: lock.request,
    whenReady: lifecycle.whenReady,
    isReady: lifecycle.isReady,
    quit: lifecycle.quit,
    exit: lifecycle.exit,
    disableHardwareAcceleration: (): void => {
      if (lifecycle.isReady())
        throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
      record('app.disableHardwareAcceleration');
    },
    setLoginItemSettings: (item: unknown): void => record('app.setLoginItemSettings', item),
    // macOS only.
    dock: undefined,
  });
  const app = createStrictEmitter({ name: 'app', events, members });
  return { app, releaseLock: lock.release };
}
