import { useRef } from 'react';
import { Poster } from '../../../components/poster.tsx';
import { t } from '../../../text/text.ts';
import { describeCategory, type ModelsProps, Title, useSelection } from './model-table.tsx';
import own from './models.module.css';
import { useListKeys } from './use-list-keys.ts';

/** Models as pictures, which tell faster than names what a category is to be. */
export function ModelCards({ store, hrefOf, onEdit }: ModelsProps) {
  const { models, isChosen, checkboxOf } = useSelection(store);
  const list = useRef<HTMLUListElement>(null);
  const keys = useListKeys({ store, list, onEdit });
  return (
    <ul ref={list} className={own.cards} aria-label={t('admin.sections.models')} {...keys}>
      {models.map((model) => (
        <li key={model.guid} data-chosen={isChosen(model.guid)}>
          <label className={own.picture}>
            <Poster category={model.category} url={model.posterUrl} />
            <input {...checkboxOf(model)} />
          </label>
          <span className="stack shrinkable">
            <Title model={model} hrefOf={hrefOf} />
            <span className="faint small breakable">
              {describeCategory(model) || t('admin.models.lacks.category')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
