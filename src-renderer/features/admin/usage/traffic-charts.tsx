import type { OutputOf } from '../../../../server/contract/index.ts';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { t } from '../../../text/text.ts';
import own from './usage.module.css';

type Traffic = OutputOf<'adminUsage'>['traffic'];
type Day = Traffic['days'][number];
type Series = 'downloads' | 'sentBytes' | 'unlocks';

const formats: Readonly<Record<Series, (value: number) => string>> = {
  downloads: formatCount,
  sentBytes: formatBytes,
  unlocks: formatCount,
};

type TrafficChartsProps = { readonly traffic: Traffic; readonly hrefOfUnlocks: string };

/** A chart per series, and below them a table of everything. */
export function TrafficCharts({ traffic: { days, sendsFiles }, hrefOfUnlocks }: TrafficChartsProps) {
  const all: readonly Series[] = ['downloads', 'sentBytes', 'unlocks'];
  const shown = all.filter((name) => name !== 'sentBytes' || sendsFiles);
  const columns: readonly Column<Day>[] = [
    { label: t('admin.usage.day'), kind: 'short', cell: ({ day }) => formatDay(day) },
    ...shown.map((name) => ({
      label: t(`admin.usage.series.${name}`),
      kind: 'number' as const,
      cell: (day: Day) => formats[name](day[name]),
    })),
  ];
  return (
    <>
      <div className={own.charts}>
        {shown.map((name) => (
          <Chart key={name} series={name} days={days} href={name === 'unlocks' ? hrefOfUnlocks : null} />
        ))}
      </div>
      <details>
        <summary>{t('admin.usage.asTable')}</summary>
        <DataTable
          label={t('admin.usage.traffic')}
          columns={columns}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </>
  );
}

type ChartProps = { readonly series: Series; readonly days: readonly Day[]; readonly href: string | null };

const height = 100;
/** The least height of a non-zero bar. */
const lowest = 2;

/** One bar per day; the highest fills the chart. */
function Chart({ series, days, href }: ChartProps) {
  const format = formats[series];
  const name = t(`admin.usage.series.${series}`);
  const total = days.reduce((sum, day) => sum + day[series], 0);
  const [first, ...others] = days;
  if (first === undefined) return null;
  const best = others.reduce((most, day) => (day[series] > most[series] ? day : most), first);
  const most = best[series];
  const told = { name, total: format(total), day: formatDay(best.day), most: format(most) };
  const label = most === 0 ? t('admin.usage.chartOfNone', { name }) : t('admin.usage.chart', told);
  return (
    <figure className={`panel stack packed gap-3 shrinkable ${own.chart}`}>
      <figcaption>
        <span>{name}</span>
        {href === null ? <b>{format(total)}</b> : <a href={href}>{format(total)}</a>}
      </figcaption>
      <svg role="img" aria-label={label} viewBox={`0 0 ${days.length} ${height}`} preserveAspectRatio="none">
        {days.map((day, index) => {
          const value = day[series];
          const rises = value === 0 ? 0 : Math.max(lowest, (value / most) * height);
          return (
            <g key={day.day}>
              <title>{`${formatDay(day.day)}: ${format(value)}`}</title>
              <rect className={own.ground} x={index} width="1" height={height} />
              <rect x={index + 0.1} y={height - rises} width="0.8" height={rises} />
            </g>
          );
        })}
      </svg>
      <p className={own.ends} aria-hidden="true">
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(days.at(-1)?.day ?? first.day)}</span>
      </p>
    </figure>
  );
}
