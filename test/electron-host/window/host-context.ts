import type { IpcHandlers } from '../api/ipc-main.ts';
import type { Schemes } from '../api/schemes.ts';
import type { Sessions } from '../api/session.ts';
import type { Cdp } from '../chromium/connect-cdp.ts';
import type { WindowRegistry } from './window-registry.ts';

/** What a window needs of the rest of the host. */
export type HostContext = {
  readonly cdp: () => Cdp;
  readonly schemes: Schemes;
  readonly ipcHandlers: IpcHandlers;
  readonly sessions: Sessions;
  readonly windows: WindowRegistry;
  readonly record: (what: string, detail?: unknown) => void;
  readonly emitApp: (event: string, ...args: readonly unknown[]) => void;
  readonly appName: () => string;
  readonly colorScheme: () => '' | 'dark' | 'light';
};
