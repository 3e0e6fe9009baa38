type Cell = string | number;

/** Rows as a plain table: texts to the left, numbers to the right. */
export function renderTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const toLine = (cells: readonly Cell[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [heads, ...rows].map(toLine).join('\n');
}
