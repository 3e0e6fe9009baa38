import type { Words } from '../../server/contract/sentence.ts';
import type { Publish } from './ipc/handlers.ts';
import type { Settings } from './ipc/settings-fields.ts';
import type { Http } from './network/http.ts';
import type { SettingsStore } from './settings/settings.ts';
import type { Log } from './storage/log.ts';
import type { Places } from './storage/places.ts';

/** Services of the operating system, from Electron or a test. */
export type Desktop = {
  readonly openExternal: (url: string) => Promise<void>;
  readonly showItemInFolder: (file: string) => void;
  /** Resolves with the reason why the system could not open it, or with an empty string. */
  readonly openPath: (file: string) => Promise<string>;
  readonly startProgram: (program: string, file: string) => Promise<void>;
  readonly startDrag: (files: readonly [string, ...string[]]) => void;
  readonly copyText: (text: string) => Promise<void>;
  readonly saveText: (name: string, text: string) => Promise<string | null>;
  /** `kind` describes the files to choose from, in the plural. */
  readonly chooseFile: (title: string, kind: string, extensions: readonly string[]) => Promise<string | null>;
  readonly chooseFolder: (current: string | null, title: Words) => Promise<string | null>;
  readonly setStartAtLogin: (isWanted: boolean) => Promise<void>;
  readonly setTheme: (theme: Settings['theme']) => void;
  readonly notify: (title: Words, body: Words) => void;
  /** 0-1 in the dock or taskbar; null removes it. */
  readonly setProgress: (fraction: number | null) => void;
  /** Keeps the computer awake; its screen can still turn off. */
  readonly keepAwake: (isWanted: boolean) => void;
  /** True if the window has the focus. */
  readonly isInFront: () => boolean;
};

export type ComputerState = {
  readonly isOnline: () => boolean;
  /** True if the connection is billed by volume; null if the system cannot tell. */
  readonly isMetered: () => Promise<boolean | null>;
  readonly onSleep: (listener: () => void) => void;
  readonly onWake: (listener: () => void) => void;
};

export type Kernel = {
  readonly log: Log;
  readonly places: Places;
  readonly desktop: Desktop;
  readonly publish: Publish;
  readonly settings: SettingsStore;
  readonly http: Http;
  /** Called with the new path of an unreadable file, which was renamed. */
  readonly onBroken: (aside: string) => void;
};
