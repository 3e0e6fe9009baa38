import { useState } from 'react';
import { roleOf } from '../../../../server/contract/catalogue/formats.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { LinkButton } from '../../../components/button.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { createWholeRows } from '../../../data/paged-rows.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import type { HrefOfSection } from '../admin-sections.ts';
import { TrafficCharts } from './traffic-charts.tsx';
import own from './usage.module.css';

type Usage = OutputOf<'adminUsage'>;
type UsageLinks = {
  readonly hrefOf: HrefOfSection;
  /** Returns the catalogue's address with these filters. */
  readonly hrefOfBrowse: (search: string) => string;
};
type UsageSectionProps = UsageLinks & {
  readonly api: AdminApi;
  /** The query of the page's address, with the period. */
  readonly search: string;
};

const periods = ['30', '90'] as const;

export function UsageSection({ api, search, ...links }: UsageSectionProps) {
  const asked = new URLSearchParams(search).get('days');
  const days = periods.find((period) => period === asked) ?? '30';
  const [store] = useState(() => createWholeRows(async () => [await api.call('adminUsage', { days })]));
  return (
    <PagedList
      store={store}
      title={t('admin.usage.traffic')}
      hint={t('admin.usage.ofThisServer')}
      emptyText=""
      actions={<Periods days={days} hrefOf={links.hrefOf} />}
    >
      {(rows) => rows.map((usage) => <Figures key={days} usage={usage} {...links} />)}
    </PagedList>
  );
}

function Periods({ days, hrefOf }: Pick<UsageLinks, 'hrefOf'> & { readonly days: string }) {
  return (
    <nav className="row gap-2" aria-label={t('admin.usage.period')}>
      {periods.map((period) => (
        <LinkButton
          key={period}
          href={hrefOf('server', period === '30' ? '' : `days=${period}`)}
          aria-current={period === days ? 'page' : undefined}
        >
          {t('admin.usage.days', { count: Number(period) })}
        </LinkButton>
      ))}
    </nav>
  );
}

function Figures({ usage, ...links }: UsageLinks & { readonly usage: Usage }) {
  const { traffic } = usage;
  return (
    <>
      <TrafficCharts traffic={traffic} hrefOfUnlocks={links.hrefOf('people')} />
      <p className="quiet">
        {traffic.since !== null && `${t('admin.usage.since', { date: formatDay(traffic.since) })} `}
        {!traffic.sendsFiles && `${t('admin.usage.noBytes')} `}
        {traffic.isShared && t('admin.usage.shared')}
      </p>
      <Storage usage={usage} {...links} />
    </>
  );
}

function Storage({ usage: { storage }, hrefOf, hrefOfBrowse }: UsageLinks & { readonly usage: Usage }) {
  const kindHrefs: Partial<Record<string, string>> = {
    library: hrefOf('library'),
    unpacked: hrefOf('library'),
    published: hrefOf('models'),
    posters: hrefOf('overview'),
    hosts: hrefOf('hosts'),
  };
  const kinds = storage.kinds.map((row) => ({
    ...row,
    label: t(`admin.usage.kinds.${row.name}`),
    href: kindHrefs[row.name] ?? null,
  }));
  const find = (parameter: 'format' | 'lod', value: string) =>
    hrefOfBrowse(new URLSearchParams({ [parameter]: value }).toString());
  const lods = storage.lods.map((row) => ({ ...row, label: row.name, href: find('lod', row.name) }));
  const formats = storage.formats.map((row) => ({
    ...row,
    label: row.name.toUpperCase(),
    // Only scene formats can be searched, not those of textures.
    href: roleOf(row.name) === 'scene' ? find('format', row.name) : null,
  }));
  const hosts = storage.hosts.map((row) => ({ ...row, label: row.name, href: hrefOf('hosts') }));
  return (
    <section className="stack gap-4 one-column" aria-label={t('admin.usage.storage')}>
      <h2>{t('admin.usage.storage')}</h2>
      {kinds.length === 0 ? (
        <p className="empty-list">{t('admin.usage.empty')}</p>
      ) : (
        <div className={own.tables}>
          <StorageTable title={t('admin.usage.kind')} rows={kinds} />
          <StorageTable title={t('admin.usage.topology')} rows={lods} />
          <StorageTable title={t('admin.usage.format')} rows={formats} />
          {hosts.length > 0 && <StorageTable title={t('admin.usage.host')} rows={hosts} />}
        </div>
      )}
    </section>
  );
}

type StoredRow = {
  readonly name: string;
  readonly label: string;
  readonly files: number;
  readonly bytes: number;
  readonly href: string | null;
};

function StorageTable({ title, rows }: { readonly title: string; readonly rows: readonly StoredRow[] }) {
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
