import type { ReactNode } from 'react';
import type { Selection } from '../store/selection.ts';

export type Choice = {
  readonly key: string;
  readonly label: string;
  readonly count: number | null;
  readonly isChosen: boolean;
  readonly toggled: Partial<Selection>;
  readonly sample?: ReactNode;
  readonly isNested?: boolean;
  /** True if it leaves all models. */
  readonly isIdle?: boolean;
};
export type FacetList = {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly shown?: number;
  /** Adds a search field if there are many. */
  readonly isSearched?: boolean;
  /** Shows the share of each choice as a bar. */
  readonly hasBars?: boolean;
  /** True if a range is selected, predefined or custom. */
  readonly isNarrowed?: boolean;
  readonly renderFooter?: (onChange: (part: Partial<Selection>) => void) => ReactNode;
};

export type Option = { readonly value: string; readonly count: number };

/** Sorts by a known list; unknown options come last. */
export function sortByList(options: readonly Option[], list: readonly string[]): readonly Option[] {
  const rankOf = ({ value }: Option) => (list.includes(value) ? list.indexOf(value) : list.length);
  return options.toSorted((left, right) => rankOf(left) - rankOf(right));
}

type Counted = { readonly count: number };

/** Sorts selected options first, so that they are never hidden; then by frequency, then by name. */
export function sortByCount<T extends Counted>(
  options: readonly T[],
  { isChosen, nameOf }: { readonly isChosen: (option: T) => boolean; readonly nameOf: (option: T) => string },
): readonly T[] {
  return options.toSorted(
    (left, right) =>
      Number(isChosen(right)) - Number(isChosen(left)) ||
      right.count - left.count ||
      nameOf(left).localeCompare(nameOf(right)),
  );
}

/** Returns the options that occur and the selected ones, even with a count of zero. */
export function listOptions(counted: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const kept = counted.filter(({ value, count }) => count > 0 || chosen.includes(value));
  const missing = chosen.filter((value) => !counted.some((option) => option.value === value));
  return [...kept, ...missing.map((value) => ({ value, count: 0 }))];
}
