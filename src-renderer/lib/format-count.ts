const grouped = new Intl.NumberFormat('en-US');

export function formatCount(count: number): string {
  return grouped.format(count);
}
