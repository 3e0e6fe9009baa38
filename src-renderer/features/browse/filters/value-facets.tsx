import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { type DccApp, dccApps, isImportedBy } from '../../../../server/contract/catalogue/formats.ts';
import { lods, modelTypes } from '../../../../server/contract/limits.ts';
import { programNames } from '../../../../server/contract/program-names.ts';
import { isUncategorised } from '../../../lib/is-uncategorised.ts';
import { t } from '../../../text/text.ts';
import { type Selection, toggleCategory, toggleValue } from '../store/selection.ts';
import { labelColour, labelType } from './active-filters.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import styles from './facets.module.css';
import {
  type Choice,
  type FacetList,
  listOptions,
  type Option,
  sortByCount,
  sortByList,
} from './list-options.ts';
import { listRanges } from './list-ranges.tsx';

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

/** Returns the formats that an app's plugin imports into its scene. */
export const listImported = (app: DccApp, formats: readonly string[]): readonly string[] =>
  formats.filter((format) => isImportedBy(app, format));

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Choices that select all formats of an app at once. */
function listPrograms({ formats: chosen }: Selection, facets: Facets | null): Choice[] {
  const formats = [...new Set([...(facets?.formats ?? []).map(({ value }) => value), ...chosen])];
  return dccApps
    .map((app) => ({ app, imported: listImported(app, formats) }))
    .filter(({ imported }) => imported.length > 0)
    .map(({ app, imported }) => {
      const isChosen = isSame(imported, chosen);
      const toggled = { formats: isChosen ? [] : imported };
      const isIdle = facets?.formats.some(
        ({ value, count }) => count === facets.total && imported.includes(value),
      );
      return { key: app, label: programNames[app], count: null, isChosen, toggled, isIdle: isIdle === true };
    });
}

/** The facet counts types by their label; numbers are used as they are. */
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

/** Returns animation and rig; the choices without them only if the address selects them. */
function listMotion(selection: Selection, facets: Facets | null): Choice[] {
  if (facets === null) return [];
  const all = (['animated', 'rigged'] as const).flatMap((name) =>
    [true, false].map((value) => {
      const isChosen = selection[name] === value;
      return {
        ...{ key: `${name} ${value}`, label: t(`browse.motion.${name}.${value ? 'yes' : 'no'}`), isChosen },
        count: facets[name].find((one) => one.value === value)?.count ?? 0,
        toggled: { [name]: isChosen ? null : value },
        isWanted: isChosen || value,
      };
    }),
  );
  return all.filter(({ count, isChosen, isWanted }) => isWanted && (count > 0 || isChosen));
}

function listLicences({ license }: Selection, facets: Facets | null): Choice[] {
  const chosen = license === null ? [] : [license];
  return rank(chosen, facets?.licenses).map(({ value, count }) => ({
    ...{ key: value, label: value, count, isChosen: license === value },
    toggled: { license: license === value ? null : value },
  }));
}

const isNamed = ({ name }: { readonly name: string }) => !isUncategorised(name);

/** Returns the categories; a single selected one is followed by its subcategories. */
function listCategories(selection: Selection, facets: Facets | null): Choice[] {
  const { categories: chosen, subcategory } = selection;
  const counted = facets?.categories ?? [];
  const isChosen = ({ slug }: { readonly slug: string }) => chosen.includes(slug);
  const missing = chosen.filter((slug) => !counted.some((category) => category.slug === slug));
  const all = [
    ...counted.filter((category) => category.count > 0 || isChosen(category)),
    ...missing.map((slug) => ({ slug, name: slug, count: 0, subcategories: [] })),
  ];
  const byCount = sortByCount(all, { isChosen, nameOf: ({ name }) => name });
  // Models without a category come last, however many there are.
  const ranked = [...byCount.filter(isNamed), ...byCount.filter((category) => !isNamed(category))];
  return ranked.flatMap((category) => {
    const { slug, name, count, subcategories } = category;
    const isOpen = chosen.length === 1 && isChosen(category);
    const nested = subcategories.filter((sub) => sub.count > 0 || sub.slug === subcategory);
    return [
      {
        ...{ key: slug, label: name, count, isChosen: isChosen(category) },
        toggled: toggleCategory(selection, slug),
      },
      ...(isOpen ? nested : []).map((sub) => ({
        ...{ key: `${slug} ${sub.slug}`, label: sub.name, count: sub.count },
        ...{ isChosen: subcategory === sub.slug, isNested: true },
        toggled: { subcategory: subcategory === sub.slug ? null : sub.slug },
      })),
    ];
  });
}

const listAll = (selection: Selection, facets: Facets | null): readonly FacetList[] => [
  { title: t('browse.category'), choices: listCategories(selection, facets), shown: 10, isSearched: true },
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
  ...listRanges(selection, facets),
  {
    title: t('browse.colour'),
    choices:
      facets === null
        ? []
        : ofTexts(selection, 'colours', rank(selection.colours, facets.colours, labelColour), (colour) => ({
            label: labelColour(colour),
            sample: <span className={styles.sample} style={{ background: `var(--sample-${colour})` }} />,
          })),
    shown: 11,
  },
  { title: t('browse.type'), choices: listTypes(selection, facets) },
  { title: t('browse.motion.title'), choices: listMotion(selection, facets) },
  { title: t('browse.licence'), choices: listLicences(selection, facets), isSearched: true },
  {
    title: t('browse.tags'),
    choices: ofTexts(selection, 'tags', rank(selection.tags, facets?.tags)).filter(
      ({ count, isChosen }) => count > 1 || isChosen,
    ),
    isSearched: true,
  },
];

export const hasChosen = ({ choices, isNarrowed = false }: FacetList) =>
  isNarrowed || choices.some(({ isChosen }) => isChosen);

/** Returns the groups with a selection, or with a choice that narrows the result. */
export const listFacets = (selection: Selection, facets: Facets | null): readonly FacetList[] =>
  listAll(selection, facets).filter(
    (list) =>
      hasChosen(list) || list.choices.some(({ isIdle, count }) => !(isIdle ?? count === facets?.total)),
  );

type ValueFacetProps = { readonly facet: FacetList; readonly onChange: (part: Partial<Selection>) => void };

export function ValueFacet({ facet, onChange }: ValueFacetProps) {
  const { title, choices, shown, isSearched, hasBars, renderFooter } = facet;
  const highest = Math.max(1, ...choices.map(({ count }) => count ?? 0));
  return (
    <FacetGroup
      title={title}
      items={choices}
      {...(isSearched && { nameOf: ({ label }: Choice) => label })}
      {...(shown !== undefined && { shown })}
      {...(renderFooter && { footer: renderFooter(onChange) })}
    >
      {({ key, toggled, isIdle, ...choice }) => (
        <FacetOption
          key={key}
          {...choice}
          onToggle={() => onChange(toggled)}
          decoration={
            hasBars && (
              <span className={styles.bar}>
                <span style={{ width: `${((choice.count ?? 0) / highest) * 100}%` }} />
              </span>
            )
          }
        />
      )}
    </FacetGroup>
  );
}
