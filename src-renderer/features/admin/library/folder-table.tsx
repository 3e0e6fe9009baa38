import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import { IgnoreButton } from './ignore-button.tsx';
import own from './library.module.css';
import type { LibraryAnswer, LibraryFolder, LibraryStore } from './library-store.ts';

type FolderTableProps = {
  readonly api: AdminApi;
  readonly store: LibraryStore;
  readonly answer: LibraryAnswer;
  readonly hrefOf: (folder: string) => string;
};

/** The subfolders of the current folder, and how many models each has. */
export function FolderTable({ api, store, answer: { folders }, hrefOf }: FolderTableProps) {
  const columns: readonly Column<LibraryFolder>[] = [
    {
      label: t('admin.library.folder'),
      cell: ({ name, place }) => (
        <a className={own.name} href={hrefOf(place)}>
          {name}
        </a>
      ),
    },
    {
      label: t('admin.library.state'),
      cell: ({ borders }) => borders && <span className="tag">{t(`admin.library.borders.${borders}`)}</span>,
    },
    { label: t('admin.library.models'), kind: 'number', cell: ({ models }) => formatCount(models) },
    { label: t('admin.library.leftOut'), kind: 'number', cell: ({ leftOut }) => formatCount(leftOut) },
    {
      label: t('common.actions'),
      kind: 'actions',
      cell: ({ name, place, borders }) => (
        <IgnoreButton {...{ api, store, place, name }} isIgnored={borders === 'ignore'} />
      ),
    },
  ];
  if (folders.length === 0) return null;
  return (
    <>
      <h2>{t('admin.library.folders')}</h2>
      <DataTable
        label={t('admin.library.folders')}
        columns={columns}
        rows={folders}
        keyOf={({ place }) => place}
      />
    </>
  );
}
