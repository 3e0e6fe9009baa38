import { useStore } from 'zustand';
import { lods } from '../../../server/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import type { BrowseState, BrowseStore } from './browse-state.ts';
import { CategoryFacet } from './category-facet.tsx';
import { ColourFacet } from './colour-facet.tsx';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import styles from './facets.module.css';
import { listOptions, type Option, sortByCount, sortByList } from './list-options.ts';
import { MotionFacet } from './motion-facet.tsx';
import { ProgramFacet } from './program-facet.tsx';
import { type Selection, toggleValue } from './selection.ts';
import { SizeFacet } from './size-facet.tsx';
import { TriangleFacet } from './triangle-facet.tsx';
import { TypeFacet } from './type-facet.tsx';

const none: readonly Option[] = [];

const isUnknown = ({ facets, facetsError }: BrowseState) => facets === null && facetsError === null;

/** Every filter with its count over the present selection. */
export function FacetSidebar({ store }: { readonly store: BrowseStore }) {
  const { selection, facets, select } = usePicked(store, 'selection', 'facets', 'select');
  const isAwaited = useStore(store, (state) => state.status !== 'failed' && isUnknown(state));
  const change = (part: Partial<Selection>) => select({ ...selection, ...part });
  return (
    <aside className={styles.sidebar} aria-label={t('browse.filters')}>
      <FacetsProblem store={store} />
      <CategoryFacet facets={facets} selection={selection} onSelect={select} />
      <ValuesFacet
        title={t('browse.topology')}
        options={sortByList(listOptions(facets?.lods ?? none, selection.lods), lods)}
        chosen={selection.lods}
        onChange={(chosen) => change({ lods: chosen })}
      />
      <ValuesFacet
        title={t('browse.format')}
        options={rank(facets?.formats, selection.formats)}
        chosen={selection.formats}
        onChange={(formats) => change({ formats })}
        toLabel={(format) => format.toUpperCase()}
      />
      <ProgramFacet facets={facets} chosen={selection.formats} onChange={(formats) => change({ formats })} />
      <TriangleFacet facets={facets} selection={selection} onSelect={select} />
      <SizeFacet facets={facets} selection={selection} onSelect={select} />
      <ColourFacet facets={facets} selection={selection} onSelect={select} />
      <TypeFacet facets={facets} chosen={selection.type} onChange={(type) => change({ type })} />
      <MotionFacet facets={facets} selection={selection} onSelect={select} />
      <ValuesFacet
        title={t('browse.licence')}
        options={rank(facets?.licenses, selection.license === null ? [] : [selection.license])}
        chosen={selection.license === null ? [] : [selection.license]}
        onChange={(licenses) => change({ license: licenses.at(-1) ?? null })}
      />
      <ValuesFacet
        title={t('browse.tags')}
        options={rank(facets?.tags, selection.tags)}
        chosen={selection.tags}
        onChange={(tags) => change({ tags })}
      />
      {isAwaited ? <FacetPlaceholders /> : <p className={styles.noFacets}>{t('browse.noFacets')}</p>}
    </aside>
  );
}

const rank = (counted: readonly Option[] = none, chosen: readonly string[]) =>
  sortByCount(listOptions(counted, chosen), {
    isChosen: ({ value }) => chosen.includes(value),
    nameOf: ({ value }) => value,
  });

/** The list tells of its own failure, which is then the same one. */
function FacetsProblem({ store }: { readonly store: BrowseStore }) {
  const error = useStore(store, ({ status, facetsError }) => (status === 'failed' ? null : facetsError));
  if (error === null) return null;
  return (
    <div className={styles.problem}>
      <ErrorNotice error={error} />
      <Button icon="retry" onClick={store.getState().catchUp}>
        {t('browse.filtersRetry')}
      </Button>
    </div>
  );
}

type ValuesFacetProps = {
  readonly title: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly toLabel?: (value: string) => string;
};

function ValuesFacet({ title, options, chosen, onChange, toLabel }: ValuesFacetProps) {
  return (
    <FacetGroup title={title} items={options} nameOf={({ value }) => toLabel?.(value) ?? value}>
      {({ value, count }) => (
        <FacetOption
          key={value}
          label={toLabel?.(value) ?? value}
          count={count}
          isChosen={chosen.includes(value)}
          onToggle={() => onChange(toggleValue(chosen, value))}
        />
      )}
    </FacetGroup>
  );
}

/** Options of the groups that nearly every catalogue has: categories, topologies, formats. */
const groups = { categories: 8, topologies: 4, formats: 6 } as const;

/** Where filters will be, as long as nobody knows which. */
function FacetPlaceholders() {
  return (
    <div aria-hidden="true">
      {Object.entries(groups).map(([name, options]) => (
        <div key={name} className={styles.group}>
          <div className={styles.blankHeading} />
          {[...Array(options).keys()].map((index) => (
            <div key={index} className={styles.blankOption} />
          ))}
        </div>
      ))}
    </div>
  );
}
