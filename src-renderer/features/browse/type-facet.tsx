import type { Facets } from '../../../server/contract/discovery.ts';
import { modelTypes } from '../../../server/contract/limits.ts';
import { t } from '../../text/text.ts';
import { labelType } from './active-filters.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';

type TypeFacetProps = {
  readonly facets: Facets | null;
  readonly chosen: number | null;
  readonly onChange: (type: number | null) => void;
};

export function TypeFacet({ facets, chosen, onChange }: TypeFacetProps) {
  const counted = (facets?.types ?? [])
    .map(({ value, count }) => ({ type: toTypeNumber(value), count }))
    .filter(({ type, count }) => count > 0 || type === chosen);
  const isMissing = chosen !== null && !counted.some(({ type }) => type === chosen);
  const all = isMissing ? [...counted, { type: chosen, count: 0 }] : counted;
  return (
    <FacetGroup title={t('browse.type')} items={all}>
      {({ type, count }) => (
        <FacetOption
          key={type}
          label={labelType(type)}
          count={count}
          isChosen={chosen === type}
          onToggle={() => onChange(chosen === type ? null : type)}
        />
      )}
    </FacetGroup>
  );
}

/** The facet counts types by their label; a number is taken as it is. */
function toTypeNumber(value: string): number {
  const index = modelTypes.map(String).indexOf(value);
  return index === -1 ? Number(value) : index;
}
