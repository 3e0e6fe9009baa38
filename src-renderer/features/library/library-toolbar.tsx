import { type ReactNode, useId } from 'react';
import type { LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { IconChoice } from '../../components/forms/icon-choice.tsx';
import { t } from '../../text/text.ts';
import styles from './library.module.css';
import { type TagCount, toTagKey } from './notes/count-tags.ts';
import {
  type LibraryFilter,
  type LibraryOrder,
  type LibrarySort,
  type LibraryView,
  libraryFilters,
  librarySorts,
} from './store/library-rows.ts';

type LibraryToolbarProps = {
  readonly counts: Readonly<Record<LibraryFilter, number>>;
  readonly filter: LibraryFilter;
  readonly onFilter: (filter: LibraryFilter) => void;
  readonly order: LibraryOrder;
  readonly onSort: (sort: LibrarySort) => void;
  readonly onTurn: () => void;
  /** The person's own; none is chosen while it is null. */
  readonly tags: readonly TagCount[];
  readonly tag: string | null;
  readonly onTag: (tag: string | null) => void;
  readonly places: readonly LibraryPlace[];
  /** Folder of one; null for all of them. */
  readonly place: string | null;
  readonly onPlace: (place: string | null) => void;
  readonly view: LibraryView;
  readonly onView: (view: LibraryView) => void;
  /** Actions for all models that are shown. */
  readonly actions?: ReactNode;
};

const views = [
  ['grid', 'browse'],
  ['list', 'list'],
] as const;

/** Which models are shown, in which order and how. */
export function LibraryToolbar(props: LibraryToolbarProps) {
  const { counts, filter, onFilter, order, onSort, onTurn, view, onView, actions } = props;
  const { tags, tag, onTag, places, place, onPlace } = props;
  const id = useId();
  const filters = libraryFilters.filter((name) => name === 'all' || name === filter || counts[name] > 0);
  return (
    <div className={`row wrap middle rigid ${styles.toolbar}`}>
      <fieldset className={styles.filters} aria-label={t('library.show')}>
        {filters.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="library-filter"
              className="visually-hidden"
              checked={filter === name}
              onChange={() => onFilter(name)}
            />
            {t('library.filterCount', { name: t(`library.filters.${name}`), count: counts[name] })}
          </label>
        ))}
      </fieldset>
      <div className={`row wrap middle ${styles.controls}`}>
        {(tags.length > 0 || tag !== null) && (
          <div className="row middle gap-2">
            <label className="field-label" htmlFor={`${id}-tag`}>
              {t('library.notes.tag')}
            </label>
            <select
              id={`${id}-tag`}
              className={`input ${styles.tag}`}
              value={tag === null ? '' : toTagKey(tag)}
              onChange={({ target }) => onTag(target.value === '' ? null : target.value)}
            >
              <option value="">{t('library.notes.anyTag')}</option>
              {tags.map(({ name, count }) => (
                <option key={name} value={toTagKey(name)}>
                  {t('library.filterCount', { name, count })}
                </option>
              ))}
            </select>
          </div>
        )}
        {places.length > 1 && (
          <div className="row middle gap-2">
            <label className="field-label" htmlFor={`${id}-place`}>
              {t('library.place')}
            </label>
            <select
              id={`${id}-place`}
              className={`input ${styles.tag}`}
              value={place ?? ''}
              onChange={({ target }) => onPlace(target.value === '' ? null : target.value)}
            >
              <option value="">{t('library.allPlaces')}</option>
              {places.map(({ folder, name }) => (
                <option key={folder} value={folder}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        {actions}
        <div className="row middle gap-2">
          <label className="field-label" htmlFor={id}>
            {t('library.sort')}
          </label>
          <select
            id={id}
            className="input"
            value={order.sort}
            onChange={({ target }) => onSort(librarySorts.find((name) => name === target.value) ?? 'title')}
          >
            {librarySorts.map((name) => (
              <option key={name} value={name}>
                {t(`library.columns.${name}`)}
              </option>
            ))}
          </select>
          <Button
            variant="quiet"
            icon={order.isDescending ? 'down' : 'up'}
            aria-label={order.isDescending ? t('library.descending') : t('library.ascending')}
            onClick={onTurn}
          />
        </div>
        <IconChoice
          label={t('library.view')}
          choices={views.map(([value, icon]) => ({
            value,
            icon,
            name: t(`library.views.${value}`),
            size: 15,
          }))}
          value={view}
          onChange={onView}
        />
      </div>
    </div>
  );
}
