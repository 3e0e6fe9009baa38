import { useRef } from 'react';
import { Poster } from '../../../components/poster.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { hasPrices } from '../../../lib/has-prices.ts';
import { describeUnlockPrice } from '../../../lib/model-price.ts';
import { t } from '../../../text/text.ts';
import own from './models.module.css';
import type { AdminModel, ModelsStore } from './models-store.ts';
import { useListKeys } from './use-list-keys.ts';

export type ModelsProps = {
  readonly store: ModelsStore;
  readonly hrefOf: (model: AdminModel) => string;
  /** Edits what is selected. */
  readonly onEdit: () => void;
};

/** What is selected here, and how a row or card of the page is: with the shift key all since the last one. */
export function useSelection(store: ModelsStore) {
  const { answer, chosen, isAllChosen } = usePicked(store, 'answer', 'chosen', 'isAllChosen');
  const last = useRef<string | null>(null);
  const isShift = useRef(false);
  const models = answer?.models ?? [];
  const isChosen = (guid: string) => isAllChosen || chosen.has(guid);
  const checkboxOf = ({ guid, title }: AdminModel) => ({
    type: 'checkbox',
    'data-guid': guid,
    'aria-label': t('admin.library.selectOf', { title }),
    checked: isChosen(guid),
    onClick: (event: { readonly shiftKey: boolean }) => {
      isShift.current = event.shiftKey;
    },
    onChange: (event: { readonly target: { readonly checked: boolean } }) => {
      store.getState().choose(guid, event.target.checked, isShift.current ? last.current : null);
      last.current = guid;
      isShift.current = false;
    },
  });
  return { models, isChosen, checkboxOf };
}

/** Models as rows; on a phone each row is a block. */
export function ModelTable({ store, hrefOf, onEdit }: ModelsProps) {
  const { models, isChosen, checkboxOf } = useSelection(store);
  const list = useRef<HTMLTableSectionElement>(null);
  const keys = useListKeys({ store, list, onEdit });
  return (
    <div className={own.frame}>
      <table className={own.table} aria-label={t('admin.sections.models')}>
        <thead>
          <tr>
            <th scope="col">{t('admin.models.model')}</th>
            <th scope="col">{t('admin.library.category')}</th>
            <th scope="col">{t('admin.models.tags')}</th>
            <th scope="col">{t('admin.library.fields.license')}</th>
            <th scope="col">{t('admin.library.levels')}</th>
            {hasPrices() && (
              <th scope="col" data-kind="number">
                {t('admin.library.price')}
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={list} {...keys}>
          {models.map((model) => (
            <tr key={model.guid} data-chosen={isChosen(model.guid)}>
              <th scope="row">
                <div className="row middle gap-4">
                  <input {...checkboxOf(model)} />
                  <span className={own.thumb}>
                    <Poster category={model.category} url={model.posterUrl} />
                  </span>
                  <span className="stack shrinkable">
                    <Title model={model} hrefOf={hrefOf} />
                    <span className="faint small breakable">{model.folder}</span>
                  </span>
                </div>
              </th>
              <td data-label={t('admin.library.category')}>{describeCategory(model)}</td>
              <td data-label={t('admin.models.tags')}>
                <span className={own.clamp}>{model.tags.join(', ')}</span>
              </td>
              <td data-label={t('admin.library.fields.license')}>
                <span className={own.clamp}>{model.license}</span>
              </td>
              <td data-label={t('admin.library.levels')}>
                {model.lods.join(', ')} <span className="faint small">{model.formats.join(', ')}</span>
              </td>
              {hasPrices() && (
                <td data-label={t('admin.library.price')} data-kind="number">
                  {describeUnlockPrice(model)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const describeCategory = ({ category, subcategory }: AdminModel) =>
  [category, subcategory].filter((name) => name !== '').join(' / ');

/** Its page, where it is in the catalogue; else why it is not. */
export function Title({ model, hrefOf }: { readonly model: AdminModel } & Pick<ModelsProps, 'hrefOf'>) {
  const { title, state } = model;
  if (state === 'published')
    return (
      <a className={own.title} href={hrefOf(model)} tabIndex={-1}>
        {title}
      </a>
    );
  return (
    <span className={own.title}>
      {title} <span className="tag">{t(`admin.models.states.${state}`)}</span>
    </span>
  );
}
