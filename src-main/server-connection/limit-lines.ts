/** The most lines of one kind per span of milliseconds. */
const defaults = { most: 50, span: 60_000, now: Date.now };

/** Lines that differ only in numbers, such as times and addresses, are of one kind. */
const toKind = (line: string) => line.replace(/\d+/g, '#');

/** Keeps a log readable when a process repeats itself: omits repetitions, and writes how many. */
export function limitLines(write: (line: string) => void, { most, span, now } = defaults) {
  const counts = new Map<string, number>();
  let since = now();

  function report(): void {
    for (const [kind, count] of counts)
      if (count > most) write(JSON.stringify({ event: 'lines-left-out', count: count - most, like: kind }));
    counts.clear();
    since = now();
  }

  return (line: string): void => {
    if (now() - since >= span) report();
    const kind = toKind(line);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= most) write(line);
  };
}
