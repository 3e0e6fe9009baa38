import type { Survey, SurveyWish } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

type SurveyApi = Api<'survey.start' | 'survey.cancel' | 'survey.confirm', 'survey.changed'>;
type State = { readonly survey: Survey | null; readonly isConfirming: boolean };
export type SurveyStore = ReturnType<typeof createSurveyStore>;

const nothing: State = { survey: null, isConfirming: false };

export const createSurveyStore = (api: SurveyApi) =>
  createRemote(nothing)(({ get, set, take }) => {
    api.on('survey.changed', (survey) => {
      if (get().survey?.id === survey.id) set({ survey });
    });
    return {
      async start(wish: SurveyWish) {
        const isStarted = await take(async () => ({ survey: await api.call('survey.start', wish) }));
        if (!isStarted) set(nothing);
      },
      /** Adds the listed files. Resolves with true once they are in the list of downloads. */
      async confirm() {
        const { survey } = get();
        if (survey === null) return false;
        set({ isConfirming: true, error: null });
        const isDone = await take(async () => {
          await api.call('survey.confirm', { id: survey.id });
          return nothing;
        });
        if (!isDone) set({ isConfirming: false });
        return isDone;
      },
      async cancel() {
        set({ ...nothing, error: null });
        await api.call('survey.cancel').catch(() => undefined); // the next survey replaces it anyway
      },
    };
  });
