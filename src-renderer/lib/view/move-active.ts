export type GridShape = { readonly total: number; readonly columns: number; readonly rowsPerPage: number };

/** Returns where a key leads from a cell; null if the key does not move. */
export function moveActive(
  key: string,
  index: number,
  { total, columns, rowsPerPage }: GridShape,
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    PageUp: index - columns * rowsPerPage,
    PageDown: index + columns * rowsPerPage,
    Home: 0,
    End: total - 1,
  };
  const next = steps[key];
  if (next === undefined || total === 0) return null;
  if (next >= 0 && next < total) return next;
  if (key === 'PageUp') return index % columns;
  if (key === 'PageDown') return total - 1;
  const isAboveLastRow = Math.floor(index / columns) < Math.floor((total - 1) / columns);
  return key === 'ArrowDown' && isAboveLastRow ? total - 1 : index;
}
