import type { ReactNode } from 'react';
import type { Selection } from '../store/selection.ts';

export type Choice = {
  readonly key: string;
  readonly label: string;
  readonly count: number | null;
  readonly isChosen: boolean;
  /** The selection with this one chosen, or without it. */
  readonly toggled: Partial<Selection>;
  readonly sample?: ReactNode;
  readonly isNested?: boolean;
  /** Choosing it leaves all models. */
  readonly isIdle?: boolean;
};
export type FacetList = {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly shown?: number;
  /** Has a field to find in where there are many. */
  readonly isSearched?: boolean;
  /** Shows the share of each choice. */
  readonly hasBars?: boolean;
  /** Whether a range is chosen, of the choices or of one's own. */
  readonly isNarrowed?: boolean;
  /** The line below the choices. */
  readonly renderFooter?: (onChange: (part: Partial<Selection>) => void) => ReactNode;
};

export type Option = { readonly value: string; readonly count: number };

/** In the order of a known list; what it does not know comes last. */
export function sortByList(options: readonly Option[], list: readonly string[]): readonly Option[] {
  const rankOf = ({ value }: Option) => (list.includes(value) ? list.indexOf(value) : list.length);
  return options.toSorted((left, right) => rankOf(left) - rankOf(right));
}

type Counted = { readonly count: number };

/** Chosen ones first, so that they are never among those that are not shown; then the most frequent, then by name. */
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

/** The values of a model and the chosen ones, even with a count of zero. */
export function listOptions(counted: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const kept = counted.filter(({ value, count }) => count > 0 || chosen.includes(value));
  const missing = chosen.filter((value) => !counted.some((option) => option.value === value));
  return [...kept, ...missing.map((value) => ({ value, count: 0 }))];
}
