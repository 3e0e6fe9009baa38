import type { ReactNode } from 'react';
import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { type DccApp, dccApps, isImportedBy } from '../../../../server/contract/catalogue/formats.ts';
import { lods, modelTypes } from '../../../../server/contract/limits.ts';
import { programNames } from '../../../lib/program-names.ts';
import { t } from '../../../text/text.ts';
import { type Selection, toggleValue } from '../store/selection.ts';
import { labelColour, labelType } from './active-filters.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import styles from './facets.module.css';
import { listOptions, type Option, sortByCount, sortByList } from './list-options.ts';

type Choice = {
  readonly key: string;
  readonly label: string;
  readonly count: number | null;
  readonly isChosen: boolean;
  /** The selection with this one chosen, or without it. */
  readonly toggled: Partial<Selection>;
  readonly sample?: ReactNode;
};
type FacetList = {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly shown?: number;
  /** Has a field to find in where there are many. */
  readonly isSearched?: boolean;
};

type Described = Pick<Choice, 'label' | 'sample'>;
type OfTexts = 'lods' | 'formats' | 'colours' | 'tags';

const toList = (chosen: readonly string[], counted: readonly Option[] = []) => listOptions(counted, chosen);
const rank = (
  chosen: readonly string[],
  counted: readonly Option[] = [],
  nameOf = (value: string) => value,
) =>
  sortByCount(listOptions(counted, chosen), {
    isChosen: ({ value }) => chosen.includes(value),
    nameOf: ({ value }) => nameOf(value),
  });

const ofTexts = (
  selection: Selection,
  field: OfTexts,
  options: readonly Option[],
  describe = (value: string): Described => ({ label: value }),
) =>
  options.map(({ value, count }) => ({
    ...{ key: value, count, isChosen: selection[field].includes(value), ...describe(value) },
    toggled: { [field]: toggleValue(selection[field], value) },
  }));

/** The formats that the plugin of a program imports into its scene. */
export const listImported = (app: DccApp, formats: readonly string[]): readonly string[] =>
  formats.filter((format) => isImportedBy(app, format));

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** The formats of a program are chosen at once. */
function listPrograms({ formats: chosen }: Selection, facets: Facets | null): Choice[] {
  const formats = [...new Set([...(facets?.formats ?? []).map(({ value }) => value), ...chosen])];
  return dccApps
    .map((app) => ({ app, imported: listImported(app, formats) }))
    .filter(({ imported }) => imported.length > 0)
    .map(({ app, imported }) => {
      const isChosen = isSame(imported, chosen);
      const toggled = { formats: isChosen ? [] : imported };
      return { key: app, label: programNames[app], count: null, isChosen, toggled };
    });
}

/** The facet counts types by their label; a number is taken as it is. */
function toTypeNumber(value: string): number {
  const index = modelTypes.map(String).indexOf(value);
  return index === -1 ? Number(value) : index;
}

function listTypes({ type: chosen }: Selection, facets: Facets | null): Choice[] {
  const counted = (facets?.types ?? [])
    .map(({ value, count }) => ({ type: toTypeNumber(value), count }))
    .filter(({ type, count }) => count > 0 || type === chosen);
  const isMissing = chosen !== null && !counted.some(({ type }) => type === chosen);
  return [...counted, ...(isMissing ? [{ type: chosen, count: 0 }] : [])].map(({ type, count }) => ({
    ...{ key: String(type), label: labelType(type), count, isChosen: chosen === type },
    toggled: { type: chosen === type ? null : type },
  }));
}

/** Animation and rig, with and without. */
function listMotion(selection: Selection, facets: Facets | null): Choice[] {
  if (facets === null) return [];
  const all = (['animated', 'rigged'] as const).flatMap((name) =>
    [true, false].map((value) => {
      const isChosen = selection[name] === value;
      return {
        ...{ key: `${name} ${value}`, label: t(`browse.motion.${name}.${value ? 'yes' : 'no'}`), isChosen },
        count: facets[name].find((one) => one.value === value)?.count ?? 0,
        toggled: { [name]: isChosen ? null : value },
      };
    }),
  );
  return all.filter(({ count, isChosen }) => count > 0 || isChosen);
}

function listLicences({ license }: Selection, facets: Facets | null): Choice[] {
  const chosen = license === null ? [] : [license];
  return rank(chosen, facets?.licenses).map(({ value, count }) => ({
    ...{ key: value, label: value, count, isChosen: license === value },
    toggled: { license: license === value ? null : value },
  }));
}

/** What is chosen by its format, before the ranges of numbers. */
export const listFormatFacets = (selection: Selection, facets: Facets | null): readonly FacetList[] => [
  {
    title: t('browse.topology'),
    choices: ofTexts(selection, 'lods', sortByList(toList(selection.lods, facets?.lods), lods)),
    isSearched: true,
  },
  {
    title: t('browse.format'),
    choices: ofTexts(selection, 'formats', rank(selection.formats, facets?.formats), (format) => ({
      label: format.toUpperCase(),
    })),
    isSearched: true,
  },
  { title: t('browse.opensIn'), choices: listPrograms(selection, facets) },
];

/** Everything else that is counted by its name. */
export const listOtherFacets = (selection: Selection, facets: Facets | null): readonly FacetList[] => [
  {
    title: t('browse.colour'),
    choices:
      facets === null
        ? []
        : ofTexts(selection, 'colours', rank(selection.colours, facets.colours, labelColour), (colour) => ({
            label: labelColour(colour),
            sample: <span className={styles.sample} data-colour={colour} />,
          })),
    shown: 11,
  },
  { title: t('browse.type'), choices: listTypes(selection, facets) },
  { title: t('browse.motion.title'), choices: listMotion(selection, facets) },
  { title: t('browse.licence'), choices: listLicences(selection, facets), isSearched: true },
  {
    title: t('browse.tags'),
    choices: ofTexts(selection, 'tags', rank(selection.tags, facets?.tags)),
    isSearched: true,
  },
];

type ValueFacetProps = { readonly facet: FacetList; readonly onChange: (part: Partial<Selection>) => void };

/** Values with their counts. */
export const ValueFacet = ({ facet, onChange }: ValueFacetProps) => (
  <FacetGroup
    title={facet.title}
    items={facet.choices}
    {...(facet.isSearched && { nameOf: ({ label }: Choice) => label })}
    {...(facet.shown !== undefined && { shown: facet.shown })}
  >
    {({ key, toggled, ...choice }) => (
      <FacetOption key={key} {...choice} onToggle={() => onChange(toggled)} />
    )}
  </FacetGroup>
);
