import { useState } from 'react';
import type { Project } from '../../../server/contract/projects.ts';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { NameDialog } from '../../components/forms/name-dialog.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import styles from '../../components/lists/list-page.module.css';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';

type ProjectsPageProps = {
  readonly api: Api<'projects' | 'makeProject'>;
  readonly hrefOf: (id: string) => string;
  readonly onMade: (id: string) => void;
};

function describeAccess({ isOwn, isShared }: Project): string {
  if (isShared) return t('projects.shared');
  return t(isOwn ? 'projects.own' : 'projects.ofOthers');
}

export function ProjectsPage({ api, hrefOf, onMade }: ProjectsPageProps) {
  const [isNaming, setIsNaming] = useState(false);
  const [store] = useState(() => createWholeRows(async () => (await api.call('projects')).projects, 50));
  const columns: readonly Column<Project>[] = [
    { label: t('projects.name'), cell: ({ id, name }) => <a href={hrefOf(id)}>{name}</a> },
    { label: t('projects.models'), kind: 'number', cell: ({ models }) => formatCount(models) },
    { label: t('projects.access'), kind: 'short', cell: describeAccess },
    { label: t('projects.changed'), kind: 'short', cell: ({ changedAt }) => formatDate(changedAt) },
  ];
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{t('projects.title')}</h1>
      <PagedList
        store={store}
        title={t('projects.list')}
        hint={t('projects.hint')}
        emptyText={t('projects.none')}
        actions={
          <Button variant="primary" icon="add" onClick={() => setIsNaming(true)}>
            {t('projects.new')}
          </Button>
        }
        columns={columns}
        keyOf={({ id }) => id}
      />
      {isNaming && (
        <NameDialog
          title={t('projects.new')}
          action={t('projects.create')}
          onName={async (name) => onMade((await api.call('makeProject', { name })).id)}
          onClose={() => setIsNaming(false)}
        />
      )}
    </div>
  );
}
