import type { FeatureOptions } from '../feature-options.ts';
import { createJsonFile } from '../storage/json-file.ts';
import { createBundledServer, defaultRestartPolicy } from './bundled.ts';
import { PortFile } from './port-file.ts';
import { createRemoteServer, defaultRemotePolicy } from './remote.ts';
import type { ServerLink, TellStatus } from './state.ts';

type LinkOptions = Pick<FeatureOptions, 'http' | 'log' | 'places' | 'forkServer' | 'onServerLine'>;

/** Makes the two kinds of servers that the app can be connected to. */
export function createServerLinks({ http, log, places, forkServer, onServerLine }: LinkOptions) {
  const portFile = createJsonFile({ file: places.serverPort, schema: PortFile, log });
  return {
    createBundled: (onStatus: TellStatus): ServerLink =>
      createBundledServer({
        ...{ http, log, portFile, onStatus },
        fork: forkServer,
        onLine: onServerLine,
        logFile: places.serverLog,
        policy: defaultRestartPolicy,
      }),
    createRemote: (url: string, onStatus: TellStatus): ServerLink =>
      createRemoteServer({ url, http, onStatus, policy: defaultRemotePolicy }),
  };
}
