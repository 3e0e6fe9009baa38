import type { InputOf, OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

export type ProjectApi = Api<'checkProject' | 'changeProject' | 'deleteProject'>;
type State = { readonly checked: OutputOf<'checkProject'> | null; readonly isBusy: boolean };
export type ProjectStore = ReturnType<typeof createProjectStore>;

/** One project, checked again after each change. */
export function createProjectStore(api: ProjectApi, projectId: string) {
  const nothing: State = { checked: null, isBusy: false };
  return createRemote(nothing)(({ set, ask }) => {
    const load = () => ask(async () => ({ checked: await api.call('checkProject', { projectId }) }));
    return {
      load,
      async change(wanted: Omit<InputOf<'changeProject'>, 'projectId'>) {
        set({ isBusy: true });
        await ask(async () => {
          await api.call('changeProject', { projectId, ...wanted });
          return { checked: await api.call('checkProject', { projectId }) };
        });
        set({ isBusy: false });
      },
    };
  });
}
