import { toPrintable } from '../base/text.ts';

type Cell = string | number;

/** Escapes line breaks, which would start a new row. */
const toText = (cell: Cell) => (typeof cell === 'number' ? cell : toPrintable(cell).replaceAll('\n', '\\n'));

/** A plain-text table: texts left-aligned, numbers right-aligned. */
export function renderTable(heads: readonly string[], given: readonly (readonly Cell[])[]): string {
  const rows = given.map((cells) => cells.map(toText));
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
