import { useState } from 'react';
import { createStore } from 'zustand/vanilla';
import type { OutputOf } from '../../../server/contract/index.ts';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Said } from '../../components/said.tsx';
import { createPagedRows } from '../../data/paged-rows.ts';
import { usePicked } from '../../data/use-picked.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { admin as english } from '../../text/en/admin/admin.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';
import { nameProblem } from './name-kinds.ts';

type Answer = OutputOf<'adminProblems'>;
type Group = Answer['groups'][number];
type Filter = { readonly kind: string; readonly kinds: Answer['kinds'] };

function createProblemRows(api: AdminApi) {
  const filter = createStore<Filter>()(() => ({ kind: '', kinds: [] }));
  const store = createPagedRows({
    pageSize: 50,
    load: async (page) => {
      const { kind } = filter.getState();
      const { groups, kinds, total } = await api.call('adminProblems', {
        ...page,
        ...(kind !== '' && { kind }),
      });
      filter.setState({ kinds });
      return { rows: groups, total };
    },
  });
  const choose = (kind: string) => {
    filter.setState({ kind });
    void store.getState().go(0);
  };
  return { filter, store, choose };
}

const mostShown = 5;

const listColumns = (hrefOf: ProblemsSectionProps['hrefOfModel']): readonly Column<Group>[] => [
  {
    label: t('admin.problems.where'),
    cell: ({ place, title, guid, kind }) => (
      <>
        {guid !== null && title !== null && <a href={hrefOf({ guid, title })}>{title}</a>}
        <div className="small mono">{place}</div>
        <span className="tag">{nameProblem(kind)}</span>
      </>
    ),
  },
  {
    label: t('admin.problems.reason'),
    cell: ({ problems, advice, kind, place }) => (
      <div className="stack gap-2">
        <ul className={styles.plainList}>
          {problems.slice(0, mostShown).map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              {problems.length > 1 && path !== place && (
                <span className="small mono">{insideOf(path, place)} </span>
              )}
              <Said>{reason}</Said>
            </li>
          ))}
        </ul>
        {problems.length > mostShown && (
          <span className="faint small">
            {t('admin.problems.more', { count: problems.length - mostShown })}
          </span>
        )}
        <strong className="strong">{advice === null ? adviseOn(kind) : <Said>{advice}</Said>}</strong>
      </div>
    ),
  },
  {
    label: t('admin.problems.found'),
    kind: 'short',
    cell: ({ firstSeenAt }) => (firstSeenAt === '' ? '' : formatDateAndTime(firstSeenAt)),
  },
];

const insideOf = (path: string, place: string) =>
  path.startsWith(`${place}/`) ? path.slice(place.length + 1) : path;

type ProblemsSectionProps = {
  readonly api: AdminApi;
  readonly hrefOfModel: (model: { readonly guid: string; readonly title: string }) => string;
};

export function ProblemsSection({ api, hrefOfModel }: ProblemsSectionProps) {
  const [{ filter, store, choose }] = useState(() => createProblemRows(api));
  const { kind, kinds } = usePicked(filter, 'kind', 'kinds');
  return (
    <PagedList
      pageTitle={t('admin.sections.problems')}
      store={store}
      title={t('admin.sections.problems')}
      hint={t('admin.problems.hint')}
      emptyText={t('admin.problems.empty')}
      actions={
        <select
          className="input"
          aria-label={t('admin.problems.kind')}
          value={kind}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t('admin.problems.allKinds')}</option>
          {kinds.map((one) => (
            <option key={one.kind} value={one.kind}>
              {t('admin.problems.kindWithCount', { kind: nameProblem(one.kind), count: one.count })}
            </option>
          ))}
        </select>
      }
      columns={listColumns(hrefOfModel)}
      keyOf={({ place }) => place}
    />
  );
}

const { advice } = english.problems;
type Known = keyof typeof advice;

const isKnown = (kind: string): kind is Known => Object.hasOwn(advice, kind);

/** Advice for a problem of this kind. */
const adviseOn = (kind: string): string => t(`admin.problems.advice.${isKnown(kind) ? kind : 'other'}`);
