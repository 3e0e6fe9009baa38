import { toLooseKey } from '../../../server/shared/loose-names.ts';

/** The folder of an address, with its slash. A file of the page itself is in none, so nothing is next to it. */
export const folderOf = (address: string) =>
  address.startsWith('blob:') ? `${address}/` : new URL('.', address).href;

/** A file that belongs to a model file, and where it is. */
export type Sibling = { readonly relativePath: string; readonly url: string };

type Options = {
  /** Path of the model file. */
  readonly folder: string;
  readonly relativePath: string;
  readonly siblings: readonly Sibling[];
};

/**
 * Lets a model file ask for what is known to belong to it, what is next to it, or what is in its own text; null for
 * anything else.
 */
export function createSiblingFinder({
  folder,
  relativePath,
  siblings,
}: Options): (asked: string) => string | null {
  const root = 'model:///';
  const known = new Map(
    siblings.map(({ relativePath: path, url }) => [toLooseKey(new URL(encodeURI(path), root).href), url]),
  );
  const place = new URL(encodeURI(relativePath), root);
  return (asked) => {
    if (/^data:/.test(asked)) return asked;
    const listed = known.get(toLooseKey(URL.parse(asked.replaceAll('\\', '/'), place)?.href ?? ''));
    if (listed !== undefined) return listed;
    const address = URL.parse(asked, folder)?.href;
    return address?.startsWith(folder) === true ? address : null;
  };
}
