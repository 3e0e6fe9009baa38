import { useRef } from 'react';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { Poster } from '../../../components/poster.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import { modelColumns } from '../library/model-columns.tsx';
import own from './models.module.css';
import type { AdminModel, ModelsStore } from './models-store.ts';
import { useListKeys } from './use-list-keys.ts';

type ModelTableProps = {
  readonly store: ModelsStore;
  readonly hrefOf: (model: AdminModel) => string;
  readonly onEdit: () => void;
};

/** Models as selectable rows; with Shift, all since the last one. */
export function ModelTable({ store, hrefOf, onEdit }: ModelTableProps) {
  const { answer, chosen, isAllChosen } = usePicked(store, 'answer', 'chosen', 'isAllChosen');
  const list = useRef<HTMLTableSectionElement>(null);
  const keys = useListKeys({ store, list, onEdit });
  const last = useRef<string | null>(null);
  const isShift = useRef(false);
  const isChosen = ({ guid }: AdminModel) => isAllChosen || chosen.has(guid);
  const choose = (guid: string, isOn: boolean) => {
    store.getState().choose(guid, isOn, isShift.current ? last.current : null);
    last.current = guid;
    isShift.current = false;
  };
  const columns: readonly Column<AdminModel>[] = [
    {
      label: t('admin.models.model'),
      cell: (model) => (
        <div className={`row middle gap-4 ${own.model}`}>
          <input
            type="checkbox"
            data-guid={model.guid}
            aria-label={t('admin.library.selectOf', { title: model.title })}
            checked={isChosen(model)}
            onClick={({ shiftKey }) => {
              isShift.current = shiftKey;
            }}
            onChange={({ target }) => choose(model.guid, target.checked)}
          />
          <span className={own.thumb}>
            <Poster category={model.category} url={model.posterUrl} />
          </span>
          <span className="stack shrinkable">
            <Title model={model} hrefOf={hrefOf} />
            <span className="faint small breakable">{model.folder}</span>
          </span>
        </div>
      ),
    },
    {
      label: t('admin.models.tags'),
      cell: ({ tags }) => tags.length > 0 && <span className="two-lines">{tags.join(', ')}</span>,
    },
    ...modelColumns(),
  ];
  return (
    <DataTable
      label={t('admin.sections.models')}
      columns={columns}
      rows={answer?.models ?? []}
      keyOf={({ guid }) => guid}
      isChosen={isChosen}
      body={{ ref: list, ...keys }}
    />
  );
}

/** A link to the model's page if it is in the catalogue; else why it is not. */
function Title({ model, hrefOf }: { readonly model: AdminModel } & Pick<ModelTableProps, 'hrefOf'>) {
  const { title, state } = model;
  if (state === 'published')
    return (
      <a className="plain-link strong" href={hrefOf(model)} tabIndex={-1}>
        {title}
      </a>
    );
  return (
    <span className="strong">
      {title} <span className="tag">{t(`admin.models.states.${state}`)}</span>
    </span>
  );
}
