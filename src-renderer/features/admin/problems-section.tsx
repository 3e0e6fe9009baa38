import { useState } from 'react';
import { createStore } from 'zustand/vanilla';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/forms/select-field.tsx';
import { Tick } from '../../components/forms/tick.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Said } from '../../components/said.tsx';
import { createPagedRows } from '../../data/paged-rows.ts';
import { usePicked } from '../../data/use-picked.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { admin as english } from '../../text/en/admin/admin.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';
import { nameProblem } from './name-kinds.ts';
import { type ProblemGroup, ProblemReasons } from './problem-reasons.tsx';

type Answer = OutputOf<'adminProblems'>;
type Filter = {
  readonly kind: string;
  readonly state: 'open' | 'passed';
  readonly kinds: Answer['kinds'];
};

function createProblemRows(api: AdminApi) {
  const filter = createStore<Filter>()(() => ({ kind: '', state: 'open', kinds: [] }));
  const store = createPagedRows(50, async (page) => {
    const { kind, state } = filter.getState();
    const wish = { ...page, state, ...(kind !== '' && { kind }) };
    const { groups: rows, kinds, total } = await api.call('adminProblems', wish);
    filter.setState({ kinds });
    return { rows, total };
  });
  const choose = (wish: Partial<Filter>) => {
    filter.setState(wish);
    void store.getState().go(0);
  };
  const pass = (id: string) => {
    const isPassed = filter.getState().state === 'open';
    void store.getState().change(() => api.call('adminPassProblems', { id, isPassed }));
  };
  return { filter, store, choose, pass };
}

/** Names the subject of a row: one place, or a number of files in a folder. */
function nameRow({ place, count, ending }: ProblemGroup): string {
  if (count === 1) return place;
  return ending === ''
    ? t('admin.problems.count', { count })
    : t('admin.problems.files', { count, ending: ending.toUpperCase() });
}

type Columns = {
  readonly hrefOf: ProblemsSectionProps['hrefOfModel'];
  readonly isPassed: boolean;
  readonly pass: (id: string) => void;
};

const listColumns = ({ hrefOf, isPassed, pass }: Columns): readonly Column<ProblemGroup>[] => [
  {
    label: t('admin.problems.where'),
    cell: (group) => {
      const { place, title, guid, kind, count } = group;
      return (
        <>
          {guid !== null && title !== null && <a href={hrefOf({ guid, title })}>{title}</a>}
          {count > 1 && <strong className="strong">{nameRow(group)}</strong>}
          <div className="small mono">{place === '' ? t('admin.problems.wholeLibrary') : place}</div>
          <span className="tag">{nameProblem(kind)}</span>
        </>
      );
    },
  },
  {
    label: t('admin.problems.reason'),
    cell: (group) => (
      <div className="stack gap-2">
        <ProblemReasons group={group} />
        <strong className="strong">
          {group.advice === null ? adviseOn(group.kind) : <Said>{group.advice}</Said>}
        </strong>
      </div>
    ),
  },
  {
    label: t('admin.problems.found'),
    kind: 'short',
    cell: ({ firstSeenAt }) => (firstSeenAt === '' ? '' : formatDateAndTime(firstSeenAt)),
  },
  {
    label: t('admin.problems.pass'),
    kind: 'actions',
    cell: (group) => (
      <Button
        aria-label={t(`admin.problems.${isPassed ? 'againOf' : 'passOf'}`, { name: nameRow(group) })}
        onClick={() => pass(group.id)}
      >
        {t(`admin.problems.${isPassed ? 'again' : 'pass'}`)}
      </Button>
    ),
  },
];

type ProblemsSectionProps = {
  readonly api: AdminApi;
  readonly hrefOfModel: (model: { readonly guid: string; readonly title: string }) => string;
};

export function ProblemsSection({ api, hrefOfModel }: ProblemsSectionProps) {
  const [{ filter, store, choose, pass }] = useState(() => createProblemRows(api));
  const { kind, state, kinds } = usePicked(filter, 'kind', 'state', 'kinds');
  const isPassed = state === 'passed';
  return (
    <PagedList
      store={store}
      title={t('admin.sections.problems')}
      hint={t('admin.problems.hint')}
      emptyText={t('admin.problems.empty')}
      actions={
        <div className="row wrap middle gap-3">
          <Tick isOn={isPassed} onTurn={(isOn) => choose({ kind: '', state: isOn ? 'passed' : 'open' })}>
            {t('admin.problems.passed')}
          </Tick>
          <Select
            aria-label={t('admin.problems.kind')}
            value={kind}
            options={[['', t('admin.problems.allKinds')], ...kinds.map(toOption)]}
            onChoose={(next) => choose({ kind: next })}
          />
        </div>
      }
      columns={listColumns({ hrefOf: hrefOfModel, isPassed, pass })}
      keyOf={({ id }) => id}
    />
  );
}

const toOption = ({ kind, count }: Answer['kinds'][number]) =>
  [kind, t('admin.problems.kindWithCount', { kind: nameProblem(kind), count })] as const;

const { advice } = english.problems;
type Known = keyof typeof advice;

const isKnown = (kind: string): kind is Known => Object.hasOwn(advice, kind);

const adviseOn = (kind: string): string => t(`admin.problems.advice.${isKnown(kind) ? kind : 'other'}`);
