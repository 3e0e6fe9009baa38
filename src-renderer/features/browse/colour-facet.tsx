import { t } from '../../text/text.ts';
import { labelColour } from './active-filters.ts';
import type { SelectionFacetProps } from './category-facet.tsx';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import styles from './facets.module.css';
import { listOptions, sortByCount } from './list-options.ts';
import { toggleValue } from './selection.ts';

/** The main colours of what was found, each with a sample next to its name. */
export function ColourFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  if (facets === null) return null;
  const { colours } = selection;
  const options = sortByCount(listOptions(facets.colours, colours), {
    isChosen: ({ value }) => colours.includes(value),
    nameOf: ({ value }) => labelColour(value),
  });
  return (
    <FacetGroup title={t('browse.colour')} items={options} shown={11}>
      {({ value, count }) => (
        <FacetOption
          key={value}
          label={labelColour(value)}
          count={count}
          isChosen={colours.includes(value)}
          onToggle={() => onSelect({ ...selection, colours: toggleValue(colours, value) })}
          sample={<span className={styles.sample} data-colour={value} />}
        />
      )}
    </FacetGroup>
  );
}
