import type { SelectionFacetProps } from './category-facet.tsx';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';

const flags = [
  { name: 'animated', yes: 'Animated', no: 'Not animated' },
  { name: 'rigged', yes: 'Rigged', no: 'Not rigged' },
] as const;
const choices = flags.flatMap(({ name, yes, no }) => [
  { name, value: true, label: yes },
  { name, value: false, label: no },
]);

/** Animation and rig, with and without. */
export function MotionFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  if (facets === null) return null;
  const isChosen = flags.some(({ name }) => selection[name] !== null);
  const isCounted = flags.some(({ name }) => facets[name].some(({ count }) => count > 0));
  if (!isChosen && !isCounted) return null; // nothing was found that it could narrow
  return (
    <FacetGroup title="Animation and rig" items={choices}>
      {({ name, value, label }) => (
        <FacetOption
          key={label}
          label={label}
          count={facets[name].find((counted) => counted.value === value)?.count ?? 0}
          isChosen={selection[name] === value}
          onToggle={() => onSelect({ ...selection, [name]: selection[name] === value ? null : value })}
        />
      )}
    </FacetGroup>
  );
}
