import type { CheckedFiles } from '../../../src-main/library/checked-files.ts';
import { createLibraryIndex } from '../../../src-main/library/library-index.ts';
import type { LibraryRoots } from '../../../src-main/library/roots.ts';
import type { Library } from '../../../src-main/platform/ipc/contract.ts';

type Options = {
  readonly checked?: CheckedFiles;
  readonly roots?: Pick<LibraryRoots, 'findAbsence' | 'attend'>;
};

type Reading = Pick<LibraryRoots, 'attend'>;
export const neverHangs: Reading = { attend: (_folder, work) => work(() => undefined) };
const neverAway = { findAbsence: async () => null, ...neverHangs };
const nothingKept = { read: () => [], write: () => undefined, close: () => undefined };

/** A library as the app sees it when it has never seen it before. */
export async function readLibrary(
  folder: string,
  { checked = new Map(), roots = neverAway }: Options = {},
): Promise<Library> {
  const index = createLibraryIndex({
    ...{ libraries: () => [{ folder, name: 'Models' }], roots, checked },
    ...{ file: nothingKept, onChange: () => undefined },
  });
  const { revision: _, ...library } = await index.refresh();
  return library;
}
