/**
 * Answers as `find` does, which must depend on nothing but the text, and remembers at most so many answers. It starts over
 * when there are more: a cache that knows which answer was used last costs more here than most answers do.
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
