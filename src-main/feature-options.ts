import type { OwnMedia } from './app/own-media.ts';
import type { Computer } from './dcc/apps/computer.ts';
import type { Http } from './http.ts';
import type { AppLink, DesktopCallOutput, Language } from './ipc/contract.ts';
import type { DesktopHandlers, Publish } from './ipc/handlers.ts';
import type { Log } from './log.ts';
import type { ProxySignIn } from './network/proxies.ts';
import type { ListAddresses } from './own-server/addresses.ts';
import type { CommandChild } from './own-server/run-command.ts';
import type { ComputerState, Desktop } from './platform/kernel.ts';
import type { Policy } from './policy/fields.ts';
import type { OpenPosterWindow } from './posters/poster-window.ts';
import type { Keytar } from './secrets/keychain.ts';
import type { ServerClient } from './server-client.ts';
import type { ForkedServer } from './server-connection/server-environment.ts';
import type { Places } from './storage/places.ts';
import type { Return } from './updates/install-update.ts';
import type { Installation, PackageFeed } from './updates/installation.ts';
import type { Updater } from './updates/updater.ts';
import type { Updates } from './updates/updates.ts';

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
    readonly ownFeed: PackageFeed | null;
    readonly load: () => Promise<Updater>;
    readonly quit: () => void;
    readonly leaveFor: (way: Return) => void;
  };
  /** Whether the app was started without its window. */
  readonly isHidden: () => boolean;
  readonly desktop: Desktop;
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
