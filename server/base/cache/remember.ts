/** Memoises a pure function for `most` inputs, then starts over: an LRU would cost more here than most computations. */
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
