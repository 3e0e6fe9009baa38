import path from 'node:path';
import type { Computer } from '../../server/contract/data-folder.ts';

type Wish = {
  readonly computer: Computer;
  readonly documents: string;
  readonly exists: (place: string) => boolean;
};

const isInside = (place: string, folder: string | undefined, of: path.PlatformPath) =>
  Boolean(folder) &&
  !of.relative(folder ?? '', place).startsWith('..') &&
  !of.isAbsolute(of.relative(folder ?? '', place));

/** Returns true if OneDrive, iCloud or another service synchronises the folder. */
function isSynchronised({ computer, documents, exists }: Wish, of: path.PlatformPath): boolean {
  const { platform, env, home } = computer;
  if (platform === 'win32') {
    const { OneDrive, OneDriveCommercial, OneDriveConsumer } = env;
    return [OneDrive, OneDriveCommercial, OneDriveConsumer].some((folder) => isInside(documents, folder, of));
  }
  if (platform !== 'darwin') return false;
  const library = of.join(home, 'Library');
  return (
    isInside(documents, of.join(library, 'Mobile Documents'), of) ||
    isInside(documents, of.join(library, 'CloudStorage'), of) ||
    // macOS creates this folder if the desktop and documents are in iCloud.
    exists(of.join(library, 'Mobile Documents', 'com~apple~CloudDocs', 'Documents'))
  );
}

/** Returns the default library: in the documents, unless a cloud would receive it. An existing library stays the default. */
export function findLibraryFolder(wish: Wish): string {
  const of = wish.computer.platform === 'win32' ? path.win32 : path.posix;
  const usual = of.join(wish.documents, 'Lodestock');
  if (!isSynchronised(wish, of) || wish.exists(usual)) return usual;
  return of.join(wish.computer.home, 'Lodestock');
}
