import { useState } from 'react';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { createPagedRows } from '../../../data/paged-rows.ts';
import { formatDateAndTime } from '../../../lib/format-date.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import { nameAction } from '../name-kinds.ts';

type ModelHistoryProps = {
  readonly api: AdminApi;
  readonly guid: string;
  readonly title: string;
  readonly onClose: () => void;
};

/** Admins' actions on one model, newest first. */
export function ModelHistory({ api, guid, title, onClose }: ModelHistoryProps) {
  const [store] = useState(() =>
    createPagedRows(20, async (page) => {
      const { actions: rows, total } = await api.call('adminActions', { guid, ...page });
      return { rows, total };
    }),
  );
  return (
    <Dialog title={t('admin.models.historyTitle', { title })} onClose={onClose}>
      <PagedList store={store} title={t('admin.models.history')} emptyText={t('admin.models.historyEmpty')}>
        {(rows) => (
          <ol className="stack gap-3">
            {rows.map(({ id, at, adminEmail, action, details }) => (
              <li key={id} className="stack">
                <span>
                  <span className="tag">{nameAction(action)}</span>{' '}
                  {adminEmail ?? t('admin.audit.commandLine')}
                </span>
                <span className="faint small">
                  {formatDateAndTime(at)} {String(details.fields ?? '')}
                </span>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Dialog>
  );
}
