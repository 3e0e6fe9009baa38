import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Said } from '../../components/said.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

/** Who renders the posters, and the admin's actions; the list's only row is their state. */
export function PostersSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() => createWholeRows(async () => [await api.call('posterStatus')]));
  const retry = () => void store.getState().change(() => api.call('retryPosters', {}));
  // Shown only if something is wrong.
  const isFine = useStore(store, ({ rows: [state] }) => state && state.waiting + state.failed === 0);
  if (isFine) return null;
  return (
    <PagedList store={store} title={t('admin.posters.title')} emptyText="">
      {(rows) =>
        rows.map(({ message, sentence, mode, waiting, failed }) => (
          <div key={message} className="row wrap middle gap-3">
            <p>
              <Said>{sentence ?? message}</Said>
            </p>
            {mode !== 'off' && waiting > 0 && (
              <a href={`${sitePath}/posters-render`} target="_blank" rel="noreferrer">
                {t('admin.posters.draw')}
              </a>
            )}
            {failed > 0 && <Button onClick={retry}>{t('admin.posters.retry')}</Button>}
          </div>
        ))
      }
    </PagedList>
  );
}
