/** Returns the deepest folder that contains all paths; '' is the library. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  let length = first.length;
  for (const parts of others) {
    const differs = first.findIndex((part, index) => part !== parts[index]);
    length = Math.min(length, differs === -1 ? length : differs);
  }
  return first.slice(0, length).join('/');
}
