import type { ReactNode } from 'react';
import type { LibraryPlace } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { IconChoice } from '../../components/forms/icon-choice.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
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
  /** The user's own tags; `tag` is null if none is selected. */
  readonly tags: readonly TagCount[];
  readonly tag: string | null;
  readonly onTag: (tag: string | null) => void;
  readonly places: readonly LibraryPlace[];
  /** Folder of one library; null for all. */
  readonly place: string | null;
  readonly onPlace: (place: string | null) => void;
  readonly view: LibraryView;
  readonly onView: (view: LibraryView) => void;
  readonly actions?: ReactNode;
};

const views = [
  ['grid', 'browse'],
  ['list', 'list'],
] as const;

const toOption = ({ name, count }: TagCount) =>
  [toTagKey(name), t('library.filterCount', { name, count })] as const;

export function LibraryToolbar(props: LibraryToolbarProps) {
  const { counts, filter, onFilter, order, onSort, onTurn, view, onView, actions } = props;
  const { tags, tag, onTag, places, place, onPlace } = props;
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
          <SelectField
            isBeside
            label={t('library.notes.tag')}
            className={styles.tag}
            value={tag === null ? '' : toTagKey(tag)}
            options={[['', t('library.notes.anyTag')], ...tags.map(toOption)]}
            onChoose={(next) => onTag(next === '' ? null : next)}
          />
        )}
        {places.length > 1 && (
          <SelectField
            isBeside
            label={t('library.place')}
            className={styles.tag}
            value={place ?? ''}
            options={[
              ['', t('library.allPlaces')],
              ...places.map(({ folder, name }) => [folder, name] as const),
            ]}
            onChoose={(next) => onPlace(next === '' ? null : next)}
          />
        )}
        {actions}
        <div className="row middle gap-2">
          <SelectField
            isBeside
            label={t('library.sort')}
            value={order.sort}
            options={librarySorts.map((name) => [name, t(`library.columns.${name}`)])}
            onChoose={onSort}
          />
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
