const prefix = 'LODESTOCK_';
/** If one of these is misspelt, anonymous callers can see, join or read what should be protected. */
const protective =
  /^LODESTOCK_(CATALOGUE|SHARING|REGISTRATION|TLS_CERT|TLS_KEY|PUBLISH_REVIEW|SYNC_KEY|METRICS_KEY)$/;

/** Edit distance of two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [done, letter] of [...from].entries()) {
    const next = [done + 1];
    for (let at = 0; at < to.length; at++)
      next.push(
        Math.min((row[at] ?? 0) + (to[at] === letter ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known name that was probably meant; null if none is similar. */
function findNearest(name: string, known: readonly string[]): string | null {
  const bare = name.slice(prefix.length).toUpperCase();
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const one of known) {
    const other = one.slice(prefix.length);
    const length = Math.max(bare.length, other.length);
    const most = bare.slice(0, 5) === other.slice(0, 5) ? length / 2 : length / 4;
    const far = distance(bare, other);
    if (far <= most && far < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name: one, distance: far };
  }
  return nearest?.name ?? null;
}

/** One sentence per unknown setting; `isGrave` if the one that was probably meant protects something. */
export function findUnknownSettings(given: Iterable<string>, known: readonly string[]) {
  const unknown = [...given].filter((name) => /^LODESTOCK_(?!TEST_)/i.test(name) && !known.includes(name));
  return unknown.map((name) => {
    const nearest = findNearest(name, known);
    const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
    return {
      sentence: `There is no setting ${name}, so it has no effect.${hint}`,
      isGrave: nearest !== null && protective.test(nearest),
    };
  });
}
