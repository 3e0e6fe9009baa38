import type { Words } from '../../server/contract/sentence.ts';
import type { Publish } from './ipc/handlers.ts';
import type { Settings } from './ipc/settings-fields.ts';
import type { Http } from './network/http.ts';
import type { SettingsStore } from './settings/settings.ts';
import type { Log } from './storage/log.ts';
import type { Places } from './storage/places.ts';

/** Services of the operating system: Electron's, or those of a test. */
export type Desktop = {
  readonly openExternal: (url: string) => Promise<void>;
  readonly showItemInFolder: (file: string) => void;
  /** Resolves to the reason why the system could not open it, or to an empty text. */
  readonly openPath: (file: string) => Promise<string>;
  readonly startProgram: (program: string, file: string) => Promise<void>;
  readonly startDrag: (files: readonly [string, ...string[]]) => void;
  readonly copyText: (text: string) => Promise<void>;
  readonly saveText: (name: string, text: string) => Promise<string | null>;
  /** `kind` is what the person may choose, in the plural. */
  readonly chooseFile: (title: string, kind: string, extensions: readonly string[]) => Promise<string | null>;
  readonly chooseFolder: (current: string | null, title: Words) => Promise<string | null>;
  /** Whether the system starts the app when the person signs in. */
  readonly setStartAtLogin: (isWanted: boolean) => Promise<void>;
  readonly setTheme: (theme: Settings['theme']) => void;
  readonly notify: (title: Words, body: Words) => void;
  /** 0-1 in the dock or taskbar; null for none. */
  readonly setProgress: (fraction: number | null) => void;
  /** Whether the computer is kept from sleeping; its screen may go dark. */
  readonly keepAwake: (isWanted: boolean) => void;
  /** Whether the person is looking at the window. */
  readonly isInFront: () => boolean;
};

/** The network and power of the computer. */
export type ComputerState = {
  readonly isOnline: () => boolean;
  /** Whether the connection is charged by volume; null where the system cannot tell. */
  readonly isMetered: () => Promise<boolean | null>;
  readonly onSleep: (listener: () => void) => void;
  readonly onWake: (listener: () => void) => void;
};

/** The parts that every feature may use. */
export type Kernel = {
  readonly log: Log;
  readonly places: Places;
  readonly desktop: Desktop;
  readonly publish: Publish;
  readonly settings: SettingsStore;
  readonly http: Http;
  /** A file could not be read and was renamed to this path. */
  readonly onBroken: (aside: string) => void;
};
