import { Fragment } from 'react';
import type { Facets } from '../../../server/contract/discovery.ts';
import { t } from '../../text/text.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import { type Selection, toggleCategory } from './selection.ts';

export type SelectionFacetProps = {
  readonly facets: Facets | null;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
};

/** Categories; the only chosen one opens into its subcategories. */
export function CategoryFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  const { categories: chosen, subcategory } = selection;
  const counted = facets?.categories ?? [];
  const missing = chosen.filter((slug) => !counted.some((category) => category.slug === slug));
  const all = [
    ...counted.toSorted((left, right) => left.name.localeCompare(right.name)),
    ...missing.map((slug) => ({ slug, name: slug, count: 0, subcategories: [] })),
  ];
  return (
    <FacetGroup title={t('browse.category')} items={all} shown={10}>
      {({ slug, name, count, subcategories }) => (
        <Fragment key={slug}>
          <FacetOption
            label={name}
            count={count}
            isChosen={chosen.includes(slug)}
            onToggle={() => onSelect(toggleCategory(selection, slug))}
          />
          {chosen.length === 1 &&
            chosen[0] === slug &&
            subcategories.map((sub) => (
              <FacetOption
                key={sub.slug}
                isNested
                label={sub.name}
                count={sub.count}
                isChosen={subcategory === sub.slug}
                onToggle={() =>
                  onSelect({ ...selection, subcategory: subcategory === sub.slug ? null : sub.slug })
                }
              />
            ))}
        </Fragment>
      )}
    </FacetGroup>
  );
}
