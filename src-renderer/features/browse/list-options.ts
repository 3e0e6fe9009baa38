export type Option = { readonly value: string; readonly count: number };

/** By name: options that stay in place are found again, whatever their counts become. */
export function sortByName(options: readonly Option[]): readonly Option[] {
  return options.toSorted((left, right) => left.value.localeCompare(right.value));
}

/** In the order of a known list; what it does not know comes last. */
export function sortByList(options: readonly Option[], list: readonly string[]): readonly Option[] {
  const rankOf = ({ value }: Option) => (list.includes(value) ? list.indexOf(value) : list.length);
  return options.toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** Chosen ones first, so that they are never among those that are not shown. */
export function sortChosenFirst(options: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const rankOf = ({ value }: Option) => (chosen.includes(value) ? 0 : 1);
  return options.toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** The counted values, with the chosen ones that the server did not list at the end. */
export function listOptions(counted: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const missing = chosen.filter((value) => !counted.some((option) => option.value === value));
  return [...counted, ...missing.map((value) => ({ value, count: 0 }))];
}
