import { randomBytes } from 'node:crypto';
import type { FeatureOptions } from '../feature-options.ts';
import type { Http } from '../http.ts';
import type { Settings } from '../ipc/contract.ts';
import { createPosterKeeper, type PosterCount } from '../posters/poster-keeper.ts';
import { createJsonFile, type JsonFile } from '../storage/json-file.ts';
import { createBundledServer, defaultRestartPolicy, PortFile } from './bundled.ts';
import { createRemoteServer, defaultRemotePolicy } from './remote.ts';
import type { ServerLink, ServerStatus, TellStatus } from './state.ts';

type LinkOptions = Pick<
  FeatureOptions,
  'log' | 'places' | 'forkServer' | 'onServerLine' | 'openPosterWindow'
> & { readonly http: Http; readonly readSettings: () => Settings };

/** The bundled server; the app renders its posters while it is ready. */
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
    fork(port) {
      const { certificateFile, ownServer, modelsFolder } = options.readSettings();
      const models = ownServer === 'models' ? modelsFolder : null;
      return forkServer({ port, posterKey: key, certificateFile, modelsFolder: models });
    },
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

/** Creates the two kinds of servers that the app can connect to. */
export function createServerLinks(options: LinkOptions) {
  const { http, log, places } = options;
  const portFile = createJsonFile({ file: places.serverPort, schema: PortFile, log });
  return {
    createBundled: (onStatus: TellStatus): ServerLink => createRenderedServer(options, portFile, onStatus),
    createRemote: (url: string, onStatus: TellStatus): ServerLink =>
      createRemoteServer({ url, http, onStatus, policy: defaultRemotePolicy }),
  };
}
