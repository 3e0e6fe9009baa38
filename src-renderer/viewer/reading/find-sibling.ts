import { toLooseKey } from '../../../server/shared/loose-names.ts';

/** Returns the folder of an address, with its slash. A file created by the page has no folder and no neighbours. */
export const folderOf = (address: string) =>
  address.startsWith('blob:') ? `${address}/` : new URL('.', address).href;

/** A file that belongs to a model file, and its address. */
export type Sibling = { readonly relativePath: string; readonly url: string };

type Options = {
  /** Path of the model file. */
  readonly folder: string;
  readonly relativePath: string;
  readonly siblings: readonly Sibling[];
};

/** Limits a file's requests to what is known to belong to it, its neighbours and embedded data; null for the rest. */
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
