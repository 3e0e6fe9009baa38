import { t } from '../../text/text.ts';
import type { SelectionFacetProps } from './category-facet.tsx';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';

const flags = ['animated', 'rigged'] as const;
const choices = flags.flatMap((name) => [
  { name, value: true },
  { name, value: false },
]);

/** Animation and rig, with and without. */
export function MotionFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  if (facets === null) return null;
  const counted = choices.map(({ name, value }) => ({
    name,
    value,
    count: facets[name].find((one) => one.value === value)?.count ?? 0,
  }));
  const shown = counted.filter(({ name, value, count }) => count > 0 || selection[name] === value);
  return (
    <FacetGroup title={t('browse.motion.title')} items={shown}>
      {({ name, value, count }) => (
        <FacetOption
          key={`${name} ${value}`}
          label={t(`browse.motion.${name}.${value ? 'yes' : 'no'}`)}
          count={count}
          isChosen={selection[name] === value}
          onToggle={() => onSelect({ ...selection, [name]: selection[name] === value ? null : value })}
        />
      )}
    </FacetGroup>
  );
}
