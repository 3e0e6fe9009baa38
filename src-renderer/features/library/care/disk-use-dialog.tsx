import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/forms/confirm-dialog.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { t } from '../../../text/text.ts';
import type { LibraryModel } from '../store/find-in-library.ts';
import { type DiskUse, findDiskUse, findLargest, type UseBy } from './disk-use.ts';
import styles from './library-dialogs.module.css';

type DiskUseDialogProps = {
  readonly models: readonly LibraryModel[];
  /** Guids of models that can be downloaded again. */
  readonly current: ReadonlySet<string>;
  readonly onRemove: (use: DiskUse) => Promise<void>;
  readonly onClose: () => void;
};

const shownModels = 20;
const toName = (by: UseBy, name: string) => (by === 'format' ? name.toUpperCase() : name);

/** Disk use, with a button to remove models that can be downloaded again. */
export function DiskUseDialog({ models, current, onRemove, onClose }: DiskUseDialogProps) {
  const [asked, setAsked] = useState<{ readonly by: UseBy; readonly use: DiskUse } | null>(null);
  const largest = useMemo(() => findLargest(models, shownModels), [models]);
  const columns: readonly Column<LibraryModel>[] = [
    { label: t('library.columns.title'), cell: ({ title }) => title },
    { label: t('library.columns.size'), kind: 'number', cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
  ];
  if (asked !== null)
    return (
      <ConfirmDialog
        title={t('library.disk.removeTitle', { name: toName(asked.by, asked.use.name) })}
        action={t('library.commands.remove')}
        onConfirm={() => onRemove(asked.use)}
        onClose={onClose}
      >
        <p>
          {t('library.disk.removeHint', {
            count: asked.use.wishes.length,
            size: formatBytes(asked.use.wishBytes),
          })}
        </p>
        {asked.use.wishBytes < asked.use.sizeBytes && <p>{t('library.disk.removeRest')}</p>}
      </ConfirmDialog>
    );
  return (
    <Dialog title={t('library.disk.title')} onClose={onClose} shape="wide">
      <div className={styles.scrolled}>
        {(['topology', 'format'] as const).map((by) => (
          <UseTable key={by} {...{ by, models, current }} onAsk={(use) => setAsked({ by, use })} />
        ))}
        <DataTable
          label={t('library.disk.largest')}
          columns={columns}
          rows={largest}
          keyOf={({ guid }) => guid}
        />
      </div>
      <p className="quiet small">{t('library.disk.hint')}</p>
    </Dialog>
  );
}

type UseTableProps = Pick<DiskUseDialogProps, 'models' | 'current'> & {
  readonly by: UseBy;
  readonly onAsk: (use: DiskUse) => void;
};

function UseTable({ by, models, current, onAsk }: UseTableProps) {
  const uses = useMemo(() => findDiskUse(models, by, current), [models, by, current]);
  const columns: readonly Column<DiskUse>[] = [
    { label: t(`library.disk.by.${by}`), cell: ({ name }) => toName(by, name) },
    { label: t('library.disk.files'), kind: 'number', cell: ({ files }) => formatCount(files) },
    { label: t('library.columns.size'), kind: 'number', cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
    {
      label: t('common.actions'),
      kind: 'actions',
      cell: (use) => (
        <Button
          disabled={use.wishes.length === 0}
          aria-label={t('library.disk.removeOf', { name: toName(by, use.name) })}
          onClick={() => onAsk(use)}
        >
          {t('library.disk.remove', { size: formatBytes(use.wishBytes) })}
        </Button>
      ),
    },
  ];
  return (
    <DataTable label={t(`library.disk.by.${by}`)} columns={columns} rows={uses} keyOf={({ name }) => name} />
  );
}
