import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { Survey, SurveyWish } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type SurveyApi = Api<'survey.start' | 'survey.cancel' | 'survey.confirm', 'survey.changed'>;

type SurveyState = {
  readonly survey: Survey | null;
  /** Why it could not be begun or confirmed. */
  readonly error: AppError | null;
  readonly isConfirming: boolean;
};
type SurveyActions = {
  start(wish: SurveyWish): Promise<void>;
  /** Adds what was listed. True once it is in the list of downloads. */
  confirm(): Promise<boolean>;
  cancel(): Promise<void>;
};
export type SurveyStore = StoreApi<SurveyState & SurveyActions>;

const nothing = { survey: null, error: null, isConfirming: false };

export function createSurveyStore(api: SurveyApi): SurveyStore {
  return createStore<SurveyState & SurveyActions>()((set, get) => {
    api.on('survey.changed', (survey) => {
      if (get().survey?.id === survey.id) set({ survey });
    });
    return {
      ...nothing,
      async start(wish) {
        try {
          set({ survey: await api.call('survey.start', wish), error: null });
        } catch (error) {
          set({ survey: null, error: toAppError(error) });
        }
      },
      async confirm() {
        const { survey } = get();
        if (survey === null) return false;
        set({ isConfirming: true, error: null });
        try {
          await api.call('survey.confirm', { id: survey.id });
          set(nothing);
          return true;
        } catch (error) {
          set({ isConfirming: false, error: toAppError(error) });
          return false;
        }
      },
      async cancel() {
        set(nothing);
        await api.call('survey.cancel').catch(() => undefined); // the next list replaces it anyway
      },
    };
  });
}
