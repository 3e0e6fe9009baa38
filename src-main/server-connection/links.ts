import { randomBytes } from 'node:crypto';
import type { Settings } from '../platform/ipc/contract.ts';
import type { Kernel } from '../platform/kernel.ts';
import { createJsonFile, type JsonFile } from '../platform/storage/json-file.ts';
import { createBundledServer, defaultRestartPolicy, PortFile } from './bundled.ts';
import { createPosterKeeper, type PosterCount } from './poster-keeper.ts';
import type { OpenPosterWindow } from './poster-window.ts';
import { createRemoteServer, defaultRemotePolicy } from './remote.ts';
import type { ServerChild } from './server-child.ts';
import { type ForkedServer, listeningAddress, type Share } from './server-environment.ts';
import type { ServerLink, ServerStatus, TellStatus } from './state.ts';

type LinkOptions = Pick<Kernel, 'log' | 'places' | 'http' | 'settings'> & {
  readonly forkServer: (server: ForkedServer) => ServerChild;
  readonly onServerLine: (line: string) => void;
  readonly openPosterWindow: OpenPosterWindow;
  /** How others may use the bundled server now; null if they may not. */
  readonly readShare: () => Share | null;
};

/** Returns the bundled server's library and trusted authorities from the settings. */
export const toServed = ({ certificateFile, ownServer, modelsFolder }: Settings) => ({
  certificateFile,
  modelsFolder: ownServer === 'models' ? modelsFolder : null,
});

/** Returns true if the app must switch servers, or restart its own with other models or sharing options. */
export function isOtherServer(next: Settings, previous: Settings): boolean {
  if (next.serverUrl !== previous.serverUrl) return true;
  const names = ['ownServer', 'modelsFolder', 'shareServer', 'shareAddress', 'sharePrivately'] as const;
  return next.serverUrl === null && names.some((name) => next[name] !== previous[name]);
}

/** Creates the bundled server; the app renders its posters while it is ready. */
function createRenderedServer(
  options: LinkOptions,
  portFile: JsonFile<PortFile>,
  onStatus: TellStatus,
): ServerLink {
  const { http, log, places, forkServer, onServerLine, openPosterWindow } = options;
  const key = randomBytes(32).toString('base64url');
  let last: ServerStatus | null = null;
  let posters: PosterCount | null = null;
  const tell = () => last && onStatus({ ...last, posters });
  const keeper = createPosterKeeper({
    ...{ http, log, key, openWindow: openPosterWindow, interval: 2000 },
    onProgress(count) {
      posters = count;
      tell();
    },
  });
  const server = createBundledServer({
    ...{ http, log, portFile, onLine: onServerLine, policy: defaultRestartPolicy },
    listeningAddress: () => listeningAddress(options.readShare()),
    fork: (port) =>
      forkServer({
        ...{ port, posterKey: key, share: options.readShare(), args: [] },
        ...toServed(options.settings.read()),
      }),
    onStatus(status) {
      last = status;
      if (status.status === 'ready' && status.url !== null) keeper.follow(status.url);
      else {
        keeper.rest();
        posters = null;
      }
      tell();
    },
    logFile: places.serverLog,
  });
  const stop = () => {
    keeper.rest();
    return server.stop();
  };
  return { ...server, stop };
}

export function createServerLinks(options: LinkOptions) {
  const { http, log, places } = options;
  const portFile = createJsonFile({ file: places.serverPort, schema: PortFile, log });
  return {
    createBundled: (onStatus: TellStatus): ServerLink => createRenderedServer(options, portFile, onStatus),
    createRemote: (url: string, onStatus: TellStatus): ServerLink =>
      createRemoteServer({ url, http, onStatus, policy: defaultRemotePolicy }),
  };
}
