/** The folder of an address, with its slash. */
export const folderOf = (address: string) => new URL('.', address).href;

/** Lets a model file ask for what lies beside it or in its own text; null for anything else. */
export function createSiblingFinder(folder: string): (asked: string) => string | null {
  return (asked) => {
    if (/^data:/.test(asked)) return asked;
    const address = URL.parse(asked, folder)?.href;
    return address?.startsWith(folder) === true ? address : null;
  };
}
