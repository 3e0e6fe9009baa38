/**
 * Memoises a pure function for at most `most` inputs, then starts over. Tracking which entry was used last would cost
 * more here than computing most of them.
 */
export function rememberSome<T>(most: number, find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const answer = find(text);
    known.set(text, answer);
    return answer;
  };
}
