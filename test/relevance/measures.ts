const shown = 10;
const discount = (place: number) => Math.log2(place + 2);
const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, place) => sum + grade / 3 / discount(place), 0);

/** nDCG@10 with grades 0-3; null where no document has a grade. */
export function measureGain(ids: readonly string[], grades: Readonly<Record<string, number>>): number | null {
  const ideal = gain(
    Object.values(grades)
      .sort((a, b) => b - a)
      .slice(0, shown),
  );
  return ideal === 0 ? null : gain(ids.slice(0, shown).map((id) => grades[id] ?? 0)) / ideal;
}

/** One over the place of the first wanted id among ten, or 0. */
export function measureRank(ids: readonly string[], wanted: readonly string[]): number {
  const place = ids.slice(0, shown).findIndex((id) => wanted.includes(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

export const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far the mean of as many other queries of the same kinds may well lie from this one: its standard error. */
export function measureDoubt(values: readonly number[]) {
  const middle = mean(values);
  const spread = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(spread / Math.max(1, values.length - 1) / Math.max(1, values.length));
}
