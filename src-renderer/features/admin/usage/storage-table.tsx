import { type Column, DataTable } from '../../../components/data-table.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { t } from '../../../text/text.ts';
import own from './usage.module.css';

type StoredRow = {
  readonly name: string;
  readonly label: string;
  readonly files: number;
  readonly bytes: number;
  readonly href: string | null;
};

/** How much each of several things takes, as a table whose bars are the chart. */
export function StorageTable({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly StoredRow[];
}) {
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = Math.max(1, ...rows.map(({ bytes }) => bytes));
  const columns: readonly Column<StoredRow>[] = [
    { label: title, cell: ({ label, href }) => (href === null ? label : <a href={href}>{label}</a>) },
    {
      label: t('admin.usage.share'),
      cell: ({ bytes }) => (
        <span className="row middle gap-3 quiet one-line">
          <svg className={own.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(bytes / most) * 100} height="8" />
          </svg>
          <span>{total === 0 ? '' : formatShare(bytes / total)}</span>
        </span>
      ),
    },
    { label: t('admin.usage.count'), kind: 'number', cell: ({ files }) => formatCount(files) },
    { label: t('admin.usage.bytes'), kind: 'number', cell: ({ bytes }) => formatBytes(bytes) },
  ];
  return <DataTable label={title} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}
