import { Fragment } from 'react';
import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { isUncategorised } from '../../../lib/is-uncategorised.ts';
import { t } from '../../../text/text.ts';
import { type Selection, toggleCategory } from '../store/selection.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import { sortByCount } from './list-options.ts';

export type SelectionFacetProps = {
  readonly facets: Facets | null;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
};

const isNamed = ({ name }: { readonly name: string }) => !isUncategorised(name);

/** Categories; the only chosen one opens into its subcategories. */
export function CategoryFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  const { categories: chosen, subcategory } = selection;
  const counted = facets?.categories ?? [];
  const isChosen = ({ slug }: { readonly slug: string }) => chosen.includes(slug);
  const missing = chosen.filter((slug) => !counted.some((category) => category.slug === slug));
  const all = [
    ...counted.filter((category) => category.count > 0 || isChosen(category)),
    ...missing.map((slug) => ({ slug, name: slug, count: 0, subcategories: [] })),
  ];
  const byCount = sortByCount(all, { isChosen, nameOf: ({ name }) => name });
  // What has no category comes last, however much there is of it.
  const [named, rest] = [byCount.filter(isNamed), byCount.filter((category) => !isNamed(category))];
  // Alone, it would choose nothing.
  const ranked = named.length === 0 && !rest.some(isChosen) ? [] : [...named, ...rest];
  return (
    <FacetGroup title={t('browse.category')} items={ranked} nameOf={({ name }) => name} shown={10}>
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
            subcategories
              .filter(({ slug: sub, count: within }) => within > 0 || sub === subcategory)
              .map((sub) => (
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
