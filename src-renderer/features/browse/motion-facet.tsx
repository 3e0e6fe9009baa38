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
  const isChosen = flags.some((name) => selection[name] !== null);
  const isCounted = flags.some((name) => facets[name].some(({ count }) => count > 0));
  if (!isChosen && !isCounted) return null; // nothing was found that it could narrow
  return (
    <FacetGroup title={t('browse.motion.title')} items={choices}>
      {({ name, value }) => (
        <FacetOption
          key={`${name} ${value}`}
          label={t(`browse.motion.${name}.${value ? 'yes' : 'no'}`)}
          count={facets[name].find((counted) => counted.value === value)?.count ?? 0}
          isChosen={selection[name] === value}
          onToggle={() => onSelect({ ...selection, [name]: selection[name] === value ? null : value })}
        />
      )}
    </FacetGroup>
  );
}
