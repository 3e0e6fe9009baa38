import type { Computer } from '../dcc/apps/computer.ts';
import type { OwnMedia } from '../media/own-media.ts';
import type { ListAddresses } from '../own-server/addresses.ts';
import type { AppLink, DesktopCallOutput } from '../platform/ipc/contract.ts';
import type { DesktopHandlers, Publish } from '../platform/ipc/handlers.ts';
import type { Language } from '../platform/ipc/language.ts';
import type { ComputerState, Desktop } from '../platform/kernel.ts';
import type { Http } from '../platform/network/http.ts';
import type { ProxySignIn } from '../platform/network/proxies.ts';
import type { Keytar } from '../platform/secrets/keychain.ts';
import type { Policy } from '../platform/settings/policy-fields.ts';
import type { Places } from '../platform/storage/places.ts';
import type { OpenPosterWindow } from '../server-connection/poster-window.ts';
import type { CommandChild } from '../server-connection/run-command.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import type { ForkedServer } from '../server-connection/server-environment.ts';
import type { Return } from '../updates/install-update.ts';
import type { Installation, PackageFeed } from '../updates/installation.ts';
import type { Updater } from '../updates/updater.ts';
import type { Updates, UpdatesOptions } from '../updates/updates.ts';

type PersonalNetwork = {
  readonly certificateFile: () => string | null;
  readonly proxySignIn: () => Promise<ProxySignIn | null>;
};

export type FeatureOptions = Pick<UpdatesOptions, 'log' | 'isHidden'> & {
  readonly info: Omit<DesktopCallOutput<'app.info'>, 'managed'>;
  readonly readPolicy: () => Promise<Policy>;
  readonly appVersion: string;
  readonly deviceName: string;
  readonly defaultLibraryFolder: string;
  /** Milliseconds after which a library that does not respond counts as away; default 5000. */
  readonly libraryPatience?: ((folder: string) => number) | undefined;
  /** True if the environment sets the models folder of the built-in server. */
  readonly hasModelsFolder: boolean;
  readonly places: Places;
  /** Creates the one HTTP client. The user's settings are read on use. */
  readonly createHttp: (network: PersonalNetwork) => Http;
  readonly publish: Publish;
  readonly loadKeytar: () => Promise<Keytar>;
  readonly forkServer: (server: ForkedServer) => CommandChild;
  readonly listAddresses: ListAddresses;
  readonly openPosterWindow: OpenPosterWindow;
  readonly onServerLine: (line: string) => void;
  readonly pluginsDir: string;
  readonly manifestsDir: string;
  readonly computer: Computer;
  readonly askSystemProxy: (url: string) => Promise<string>;
  readonly computerState: ComputerState;
  /** The last link that the system opened the app with. */
  readonly takeLink: () => AppLink | null;
  /** Switches menus, dialogs and notifications to this language. */
  readonly speak: (language: Language) => Promise<void>;
  readonly updates: {
    readonly installation: Installation;
    readonly ownFeed: PackageFeed | null;
    readonly load: () => Promise<Updater>;
    readonly quit: () => void;
    readonly leaveFor: (way: Return) => void;
  };
  readonly desktop: Desktop;
};

export type Features = {
  readonly handlers: DesktopHandlers;
  readonly callServer: ServerClient['forward'];
  readonly media: OwnMedia;
  /** Handles files that the user dropped on the window or picked in it. */
  readonly takeFiles: (files: unknown) => Promise<void>;
  readonly updates: Pick<Updates, 'begin' | 'goBack'>;
  /** True if the app keeps running without a window because others use its server; also notifies the user. */
  readonly staysWithoutWindow: () => boolean;
  /** True if a thread waits for a disk that may never respond, which would keep this process from exiting. */
  readonly isWaitingForDisk: () => Promise<boolean>;
  /** Restores the state of the last run; calls from the window wait for it. */
  readonly load: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};
