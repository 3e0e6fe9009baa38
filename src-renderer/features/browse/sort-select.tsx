import { useId } from 'react';
import { useStore } from 'zustand';
import styles from './browse-page.module.css';
import type { BrowseStore } from './browse-store.ts';
import type { Sort } from './selection.ts';

const sortLabels: Readonly<Record<Sort, string>> = {
  relevance: 'Best match',
  popular: 'Popular',
  newest: 'Newest',
  title: 'Title',
  triangles: 'Triangles',
};
const sorts: readonly Sort[] = ['relevance', 'popular', 'newest', 'title', 'triangles'];

export function SortSelect({ store }: { readonly store: BrowseStore }) {
  const id = useId();
  const selection = useStore(store, (state) => state.selection);
  const hasWords = selection.q.trim() !== '';
  const usual: Sort = hasWords ? 'relevance' : 'popular';
  const offered = hasWords ? sorts : sorts.filter((sort) => sort !== 'relevance');
  const choose = (text: string) => {
    const sort = sorts.find((known) => known === text) ?? usual;
    store.getState().select({ ...selection, sort: sort === usual ? null : sort });
  };
  return (
    <div className={styles.sort}>
      <label className="field-label" htmlFor={id}>
        Sort
      </label>
      <select
        id={id}
        className="input"
        value={selection.sort ?? usual}
        onChange={(event) => choose(event.target.value)}
      >
        {offered.map((sort) => (
          <option key={sort} value={sort}>
            {sortLabels[sort]}
          </option>
        ))}
      </select>
    </div>
  );
}
