import type { Http } from './http.ts';
import type { DesktopCallOutput, Settings } from './ipc/contract.ts';
import type { Publish } from './ipc/handlers.ts';
import type { Log } from './log.ts';
import type { OpenPosterWindow } from './posters/poster-window.ts';
import type { Keytar } from './secrets/keychain.ts';
import type { ServerChild } from './server-connection/server-child.ts';
import type { Computer } from './starters/computer.ts';
import type { Places } from './storage/places.ts';

/** What the features need of the computer; Electron gives it, and so can a test. */
export type FeatureOptions = {
  readonly info: DesktopCallOutput<'app.info'>;
  readonly appVersion: string;
  readonly deviceName: string;
  readonly defaultLibraryFolder: string;
  readonly places: Places;
  readonly http: Http;
  readonly log: Log;
  readonly publish: Publish;
  readonly loadKeytar: () => Promise<Keytar>;
  /** `posterKey` is what the server knows its renderer of posters by. */
  readonly forkServer: (port: number, posterKey: string) => ServerChild;
  readonly openPosterWindow: OpenPosterWindow;
  readonly onServerLine: (line: string) => void;
  /** Folder of the plugin starters that come with the app. */
  readonly startersDir: string;
  /** Folder of the manifests and guides for people who write plugins. */
  readonly manifestsDir: string;
  readonly computer: Computer;
  readonly desktop: {
    readonly openExternal: (url: string) => Promise<void>;
    readonly showItemInFolder: (file: string) => void;
    readonly copyText: (text: string) => Promise<void>;
    readonly chooseFolder: (current: string) => Promise<string | null>;
    readonly setTheme: (theme: Settings['theme']) => void;
    readonly notify: (title: string, body: string) => void;
  };
};
