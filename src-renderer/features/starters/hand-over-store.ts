import type { DccJob, DccState, OpenApp } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

type HandOverApi = Api<'dcc.read' | 'dcc.send' | 'dcc.clearFinished', 'dcc.changed'>;
export type SentFile = Pick<DccJob, 'guid' | 'relativePath'>;
export type HandOverStore = ReturnType<typeof createHandOverStore>;

export const createHandOverStore = (api: HandOverApi) =>
  createRemote<DccState>({ apps: [], jobs: [], problem: null })(({ set, take, attempt }) => {
    api.on('dcc.changed', set);
    return {
      load: () => take(() => api.call('dcc.read')),
      send: ({ guid, relativePath }: SentFile, { family, session }: OpenApp) =>
        attempt(() => api.call('dcc.send', { guid, relativePath, family, session })),
      clearFinished: () => attempt(() => api.call('dcc.clearFinished')),
    };
  });
