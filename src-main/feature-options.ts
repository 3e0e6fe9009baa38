import type { Language } from './app/language.ts';
import type { OwnMedia } from './app/own-media.ts';
import type { Computer } from './dcc/apps/computer.ts';
import type { ComputerState } from './downloads/hold.ts';
import type { Http } from './http.ts';
import type { AppLink, DesktopCallOutput, Settings } from './ipc/contract.ts';
import type { DesktopHandlers, Publish } from './ipc/handlers.ts';
import type { Log } from './log.ts';
import type { ProxySignIn } from './network/proxies.ts';
import type { ListAddresses } from './own-server/addresses.ts';
import type { CommandChild } from './own-server/run-command.ts';
import type { Policy } from './policy/fields.ts';
import type { OpenPosterWindow } from './posters/poster-window.ts';
import type { Keytar } from './secrets/keychain.ts';
import type { ServerClient } from './server-client.ts';
import type { Share } from './server-connection/server-environment.ts';
import type { Places } from './storage/places.ts';
import type { Return } from './updates/install-update.ts';
import type { Installation } from './updates/installation.ts';
import type { Updater } from './updates/updater.ts';
import type { Updates } from './updates/updates.ts';

/** How the bundled server is started. */
export type ForkedServer = {
  /** 0 picks a free one. */
  readonly port: number;
  /** Identifies the app to the server as its poster renderer. */
  readonly posterKey: string;
  readonly certificateFile: string | null;
  /** Folder of models that the person chose; null for the demo. */
  readonly modelsFolder: string | null;
  /** Null: only this computer reaches it. */
  readonly share: Share | null;
  /** Of a command that runs next to the server and ends; none for the server itself. */
  readonly args: readonly string[];
};

/** What the person chose for connections. */
type PersonalNetwork = {
  readonly certificateFile: () => string | null;
  readonly proxySignIn: () => Promise<ProxySignIn | null>;
};

/** What the features need from the computer; supplied by Electron, or by a test. */
export type FeatureOptions = {
  readonly info: Omit<DesktopCallOutput<'app.info'>, 'managed'>;
  /** What the organisation has decided for this computer. */
  readonly readPolicy: () => Promise<Policy>;
  readonly appVersion: string;
  readonly deviceName: string;
  readonly defaultLibraryFolder: string;
  /** Milliseconds after which a library that says nothing counts as away; usually five seconds. */
  readonly libraryPatience?: number | undefined;
  /** Whether the environment names the models that the server in this app offers. */
  readonly hasModelsFolder: boolean;
  readonly places: Places;
  /** Makes the one client; what the person chose for the network is asked for when it is needed. */
  readonly createHttp: (network: PersonalNetwork) => Http;
  readonly log: Log;
  readonly publish: Publish;
  readonly loadKeytar: () => Promise<Keytar>;
  readonly forkServer: (server: ForkedServer) => CommandChild;
  readonly listAddresses: ListAddresses;
  readonly openPosterWindow: OpenPosterWindow;
  readonly onServerLine: (line: string) => void;
  /** Folder of the plugins that come with the app. */
  readonly pluginsDir: string;
  /** Folder of the manifests and guides for plugin authors. */
  readonly manifestsDir: string;
  readonly computer: Computer;
  /** How the system would reach a URL, as Chromium tells. */
  readonly askSystemProxy: (url: string) => Promise<string>;
  readonly computerState: ComputerState;
  /** Links that the system opened the app with. */
  readonly takeLink: () => AppLink | null;
  /** Has menus, dialogs and notifications in this language from here on. */
  readonly speak: (language: Language) => Promise<void>;
  readonly updates: {
    readonly installation: Installation;
    readonly hasFeed: boolean;
    readonly load: () => Promise<Updater>;
    readonly quit: () => void;
    readonly leaveFor: (way: Return) => void;
  };
  /** Whether the app was started without its window. */
  readonly isHidden: () => boolean;
  readonly desktop: {
    readonly openExternal: (url: string) => Promise<void>;
    readonly showItemInFolder: (file: string) => void;
    /** Resolves to why the system could not open it, or to nothing. */
    readonly openPath: (file: string) => Promise<string>;
    readonly startProgram: (program: string, file: string) => Promise<void>;
    readonly startDrag: (files: readonly [string, ...string[]]) => void;
    readonly copyText: (text: string) => Promise<void>;
    /** Asks where; the path, or null if the person cancels. */
    readonly saveText: (name: string, text: string) => Promise<string | null>;
    /** `kind` is what the person may choose, in the plural. */
    readonly chooseFile: (
      title: string,
      kind: string,
      extensions: readonly string[],
    ) => Promise<string | null>;
    readonly chooseFolder: (current: string | null, title: string) => Promise<string | null>;
    /** Lets the system start the app when the person signs in, or no longer. */
    readonly setStartAtLogin: (isWanted: boolean) => Promise<void>;
    readonly setTheme: (theme: Settings['theme']) => void;
    readonly notify: (title: string, body: string) => void;
    /** 0-1 in the dock or taskbar; null for none. */
    readonly setProgress: (fraction: number | null) => void;
    /** Keeps the computer from sleeping, or no longer; its screen may go dark. */
    readonly keepAwake: (isWanted: boolean) => void;
    /** Whether the person is looking at the window. */
    readonly isInFront: () => boolean;
  };
};

export type Features = {
  readonly handlers: DesktopHandlers;
  readonly callServer: ServerClient['forward'];
  readonly media: OwnMedia;
  /** Takes files that the person dropped on the window, or chose in it. */
  readonly takeFiles: (files: unknown) => Promise<void>;
  readonly updates: Pick<Updates, 'begin' | 'goBack'>;
  /** Whether others use the server in this app, so that it keeps running when the window is closed; tells the person so. */
  readonly staysWithoutWindow: () => boolean;
  /** Whether a thread waits for a disk that may never answer, so that this process would not end. */
  readonly isWaitingForDisk: () => Promise<boolean>;
  /** Restores the state of the last run; call before the window opens. */
  readonly load: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};
