import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Pager } from '../../../components/lists/pager.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { AdminApi } from '../admin-api.ts';
import { FilterBar } from './filter-bar.tsx';
import { formatListWish, type ListWish, readListWish } from './model-filter.ts';
import { ModelTable } from './model-table.tsx';
import { type AdminModel, createModelsStore, type ModelsStore, pageSize } from './models-store.ts';
import { SelectionBar, type Task } from './selection-bar.tsx';

type ModelsSectionProps = {
  readonly api: AdminApi;
  /** The query of the page's address. */
  readonly search: string;
  /** Stores the filters in the address. */
  readonly onSearch: (search: string) => void;
  readonly hrefOfModel: (model: AdminModel) => string;
};

/** Every model of the library, to search, select and change in bulk. */
export function ModelsSection({ api, search, onSearch, hrefOfModel }: ModelsSectionProps) {
  const [store] = useState(() => createModelsStore(api, readListWish(search)));
  const { answer, error, load } = usePicked(store, 'answer', 'error', 'load');
  useEffect(() => void load(), [load]);
  useEffect(() => {
    const { wish, ask } = store.getState();
    if (formatListWish(wish) !== search) ask(readListWish(search));
  }, [store, search]);
  const ask = (wish: ListWish) => {
    store.getState().ask(wish);
    onSearch(formatListWish(wish));
  };
  const [task, setTask] = useState<Task | null>(null);
  const section = useRef<HTMLElement>(null);
  const toList = () => section.current?.querySelector<HTMLElement>('[data-guid][tabindex="0"]')?.focus();
  return (
    <section
      ref={section}
      className="stack gap-4 one-column"
      aria-label={t('admin.sections.models')}
      aria-busy={answer === null}
    >
      <p className="quiet">{t('admin.models.hint')}</p>
      <FilterBar store={store} onAsk={ask} onDown={toList} />
      {error !== null && <ErrorNotice error={error} onRetry={() => void load()} />}
      <Outcome store={store} />
      {answer === null && error === null && <p role="status">{t('common.loading')}</p>}
      {answer !== null && (
        <>
          <SelectionBar api={api} store={store} task={task} onTask={setTask} />
          {answer.models.length === 0 ? (
            <p className="empty-list">
              {search === '' ? t('admin.models.emptyLibrary') : t('admin.models.empty')}
            </p>
          ) : (
            <ModelTable store={store} hrefOf={hrefOfModel} onEdit={() => setTask('edit')} />
          )}
          <Pager
            title={t('admin.sections.models')}
            offset={answer.offset}
            pageSize={pageSize}
            count={answer.models.length}
            total={answer.total}
            go={store.getState().go}
          />
        </>
      )}
    </section>
  );
}

function Outcome({ store }: { readonly store: ModelsStore }) {
  const { progress, outcome } = usePicked(store, 'progress', 'outcome');
  if (progress !== null) {
    const { count, done, total } = progress;
    const label =
      total > 0 ? t('admin.models.applyingStep', { done, total }) : t('admin.models.applying', { count });
    return (
      <div className="stack gap-2">
        <p role="status">{label}</p>
        <ProgressBar label={label} value={total > 0 ? done / total : null} />
      </div>
    );
  }
  if (outcome === null) return null;
  return (
    <Notice tone="good">
      <div className="row wrap middle gap-3">
        <span>{outcome.text}</span>
        {outcome.undo && <Button onClick={() => void store.getState().undo()}>{t('common.undo')}</Button>}
      </div>
    </Notice>
  );
}
