import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Said } from '../../components/said.tsx';
import { createPagedRows } from '../../data/paged-rows.ts';
import { formatCount } from '../../lib/format-count.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type Status = OutputOf<'posterStatus'>;

/** Who draws the posters and how far they are; the one row of this list is their state. */
export function PostersSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() =>
    createPagedRows({
      pageSize: 1,
      load: async () => ({ rows: [await api.call('posterStatus')], total: 1 }),
    }),
  );
  const retry = async () => {
    await api.call('retryPosters', {});
    await store.getState().reload();
  };
  return (
    <PagedList store={store} title={t('admin.posters.title')} emptyText="">
      {(rows) => rows.map((status) => <Posters key={status.message} status={status} onRetry={retry} />)}
    </PagedList>
  );
}

type PostersProps = { readonly status: Status; readonly onRetry: () => Promise<void> };

function Posters({ status, onRetry }: PostersProps) {
  const facts = [
    [t('admin.posters.waiting'), status.waiting],
    [t('admin.posters.done'), status.done],
    [t('admin.posters.failed'), status.failed],
    [t('admin.posters.noSource'), status.withoutSource],
  ] as const;
  return (
    <>
      <p>
        <Said>{status.message}</Said>
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {status.mode !== 'off' && status.waiting > 0 && (
        <p>
          <a href={`${sitePath}/posters-render`} target="_blank" rel="noreferrer">
            {t('admin.posters.draw')}
          </a>
        </p>
      )}
      {status.failed > 0 && (
        <Button onClick={() => void onRetry().catch(() => undefined)}>{t('admin.posters.retry')}</Button>
      )}
    </>
  );
}
