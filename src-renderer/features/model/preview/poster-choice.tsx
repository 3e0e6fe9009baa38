import { useState } from 'react';
import type { PosterView } from '../../../../server/contract/posters.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { useAttempt } from '../../../components/forms/use-attempt.ts';
import { t } from '../../../text/text.ts';
import type { PreviewStore } from './preview-store.ts';

/** Renders the poster of a model from a side; null picks the default. */
export type ChoosePosterView = (view: PosterView | null) => Promise<unknown>;

type PosterChoiceProps = { readonly store: PreviewStore; readonly choose: ChoosePosterView };

/** For users who may decide how a model looks in lists. */
export function PosterChoice({ store, choose }: PosterChoiceProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [isChosen, setIsChosen] = useState(false);
  const set = (view: PosterView | null) =>
    attempt(async () => {
      await choose(view);
      setIsChosen(view !== null);
    });
  return (
    <>
      <Button disabled={isBusy} onClick={() => void set(store.getState().readSide())}>
        {t('preview.poster.choose')}
      </Button>
      {isChosen && (
        <>
          <span role="status">{t('preview.poster.chosen')}</span>
          <Button variant="quiet" disabled={isBusy} onClick={() => void set(null)}>
            {t('preview.poster.undo')}
          </Button>
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
