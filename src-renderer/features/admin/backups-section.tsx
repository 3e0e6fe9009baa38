import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { usePicked } from '../../data/use-picked.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type Answer = OutputOf<'adminBackups'>;
type Backup = Answer['backups'][number];

const listColumns = (): readonly Column<Backup>[] => [
  { label: t('admin.backups.madeAt'), kind: 'short', cell: ({ madeAt }) => formatDateAndTime(madeAt) },
  { label: t('admin.backups.size'), kind: 'number', cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
  {
    label: t('admin.backups.file'),
    cell: ({ file }) => <span className="small mono breakable">{file}</span>,
  },
];

export function BackupsSection({ api }: { readonly api: AdminApi }) {
  const [server, setServer] = useState<Answer | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const [store] = useState(() =>
    createWholeRows(async () => {
      const answer = await api.call('adminBackups');
      setServer(answer);
      return answer.backups;
    }),
  );
  const { rows } = usePicked(store, 'rows');
  const backUp = async () => {
    setIsMaking(true);
    await store.getState().change(() => api.call('adminBackUp'));
    setIsMaking(false);
  };
  return (
    <>
      <PagedList
        store={store}
        title={t('admin.backups.title')}
        hint={t('admin.backups.hint')}
        emptyText={server?.isPossible === false ? t('admin.backups.impossible') : t('admin.backups.empty')}
        actions={
          server?.isPossible && (
            <Button variant="primary" disabled={isMaking} onClick={() => void backUp()}>
              {isMaking ? t('admin.backups.running') : t('admin.backups.now')}
            </Button>
          )
        }
        columns={listColumns()}
        keyOf={({ file }) => file}
      />
      {server !== null && rows[0] !== undefined && (
        <Step
          title={t('admin.backups.restore.title')}
          hint={t('admin.backups.restore.hint')}
          command={`${server.program} restore ${quote(rows[0].file)}`}
        />
      )}
      {server !== null && (
        <Step
          title={t('admin.backups.update.title')}
          hint={t('admin.backups.update.hint', { version: server.version })}
          command={`${server.program} restore --before-upgrade`}
        />
      )}
    </>
  );
}

const quote = (file: string) => (/\s/.test(file) ? `"${file}"` : file);

type StepProps = { readonly title: string; readonly hint: string; readonly command: string };

const Step = ({ title, hint, command }: StepProps) => (
  <section className="stack gap-3 one-column" aria-label={title}>
    <h2>{title}</h2>
    <p className="quiet">{hint}</p>
    <div className="row wrap middle gap-3">
      <code className="secret small mono breakable">{command}</code>
      <CopyButton text={command} label={t('admin.backups.copy')} />
    </div>
  </section>
);
