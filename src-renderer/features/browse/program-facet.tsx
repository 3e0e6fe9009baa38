import type { Facets } from '../../../server/contract/discovery.ts';
import { type DccApp, dccApps, isImportedBy } from '../../../server/contract/formats.ts';
import { programNames } from '../../lib/program-names.ts';
import { t } from '../../text/text.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';

/** Of all formats there are, those that the plugin of a program brings into its scene. */
export const listImported = (app: DccApp, formats: readonly string[]): readonly string[] =>
  formats.filter((format) => isImportedBy(app, format));

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

type ProgramFacetProps = {
  readonly facets: Facets | null;
  readonly chosen: readonly string[];
  readonly onChange: (formats: readonly string[]) => void;
};

/** Chooses the formats of a program at once. */
export function ProgramFacet({ facets, chosen, onChange }: ProgramFacetProps) {
  const formats = [...new Set([...(facets?.formats ?? []).map(({ value }) => value), ...chosen])];
  const programs = dccApps
    .map((app) => ({ app, imported: listImported(app, formats) }))
    .filter(({ imported }) => imported.length > 0);
  return (
    <FacetGroup title={t('browse.opensIn')} items={programs}>
      {({ app, imported }) => {
        const isChosen = isSame(imported, chosen);
        return (
          <FacetOption
            key={app}
            label={programNames[app]}
            count={null}
            isChosen={isChosen}
            onToggle={() => onChange(isChosen ? [] : imported)}
          />
        );
      }}
    </FacetGroup>
  );
}
