/** Remaining time in its two largest units: `1 h 5 min`, `3 min 20 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return join(`${minutes} min`, whole % 60, 's');
  return join(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

function join(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${rest} ${unit}`;
}
