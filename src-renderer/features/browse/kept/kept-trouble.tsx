import { type StoreApi, useStore } from 'zustand';
import type { AppError } from '../../../../server/contract/errors.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { t } from '../../../text/text.ts';

type Trouble = { readonly error: AppError | null; readonly forgetError: () => void };
type TroubleProps = { readonly store: Pick<StoreApi<Trouble>, 'getState' | 'getInitialState' | 'subscribe'> };

/** Why a favourite or saved search was reverted; above every page, as most pages have favourites. */
export function KeptTrouble({ store }: TroubleProps) {
  const error = useStore(store, (state) => state.error);
  if (error === null) return null;
  return (
    <ErrorNotice error={error}>
      <Button
        variant="quiet"
        icon="close"
        aria-label={t('common.close')}
        onClick={store.getState().forgetError}
      />
    </ErrorNotice>
  );
}
