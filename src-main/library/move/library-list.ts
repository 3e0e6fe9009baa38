import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import type { Library } from '../../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../../platform/ipc/handlers.ts';
import type { LibraryList } from '../../platform/ipc/library-contract.ts';
import type { SettingsStore } from '../../platform/settings/settings.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { isWithin, listLibraries, type NamedFolder } from '../libraries.ts';
import type { LibraryRoots } from '../roots.ts';
import type { Mover } from './mover.ts';

export type LibraryListOptions = {
  readonly settings: SettingsStore;
  readonly roots: LibraryRoots;
  readonly mover: Mover;
  readonly showLibrary: () => Promise<Library>;
  /** Called when a folder may contain another library now. */
  readonly onRelocated: () => void;
  readonly chooseFolder: (current: string | null, title: Words) => Promise<string | null>;
  readonly home: string;
};

/** Milliseconds to wait for a share that hangs. */
const patience = 2000;

/** Returns true if a folder is on another disk or share than the home folder; false if the system is too slow. */
async function isOnOtherDisk(folder: string, home: string): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patience).unref();
  const both = Promise.all([stat(folder), stat(home)]).catch(() => null);
  const found = await Promise.race([both, tooLate]);
  clearTimeout(timer);
  return found !== null && found[0].dev !== found[1].dev;
}

/** The user's actions on the list of libraries. The window can name only listed libraries. */
export function createLibraryList(options: LibraryListOptions) {
  const { settings, roots, mover, showLibrary, chooseFolder, home } = options;
  const list = () => listLibraries(settings.read());

  async function read(): Promise<LibraryList> {
    const { places } = await showLibrary();
    const absences = new Map(places.map(({ folder, absence }) => [folder, absence]));
    const libraries = list().map(async ({ folder, name }) => {
      const absence = absences.get(folder) ?? null;
      return {
        ...{ folder, name, absence },
        isDefault: folder === settings.read().libraryFolder,
        isElsewhere: absence === null && (await isOnOtherDisk(folder, home)),
      };
    });
    return { libraries: await Promise.all(libraries), move: mover.read() };
  }

  function find(folder: string): NamedFolder {
    const found = list().find((one) => one.folder === folder);
    if (found !== undefined) return found;
    throw new AppError('NOT_FOUND', sentence`${{ folder }} is no longer in the list of libraries.`);
  }

  function refuseMoving(folder: string): void {
    const moving = mover.moving();
    if (moving?.from !== folder && moving?.to !== folder) return;
    throw new AppError(
      'INVALID_INPUT',
      sentence`${{ folder }} is being moved. Wait until that is done, or cancel it.`,
    );
  }

  /** Models of a library inside another one would appear twice. */
  function refuseNested(chosen: string, others: readonly NamedFolder[]): void {
    const other = others.find(({ folder }) => isWithin(folder, chosen) || isWithin(chosen, folder));
    if (other === undefined) return;
    const message =
      other.folder === chosen
        ? sentence`${{ folder: chosen }} is already in the list, as “${{ name: other.name }}”.`
        : sentence`${{ folder: chosen }} and the library ${{ other: other.folder }} overlap: one is inside the other. Choose another folder.`;
    throw new AppError('INVALID_INPUT', message);
  }

  const others = (folder: string | null) => list().filter((one) => one.folder !== folder);

  const answering =
    <I>(work: (input: I) => Promise<unknown> | unknown) =>
    async (input: I) => {
      await work(input);
      return read();
    };

  const handlers: FeatureHandlers<'libraries'> = {
    'libraries.read': read,
    'libraries.add': answering(async () => {
      const folder = await chooseFolder(null, 'Choose a library folder');
      if (folder === null) return;
      refuseNested(folder, list());
      await roots.forget(folder);
      await onDisk(folder, () => roots.open(folder));
      await settings.update({ libraries: [...list(), { folder, name: path.basename(folder) || folder }] });
    }),
    'libraries.rename': answering(async ({ folder, name }) => {
      find(folder);
      const libraries = list().map((one) => (one.folder === folder ? { folder, name } : one));
      await settings.update({ libraries: [...libraries] });
    }),
    'libraries.use': answering(async ({ folder }) => {
      find(folder);
      await settings.update({ libraryFolder: folder, libraries: [...list()] });
    }),
    'libraries.locate': answering(async ({ folder }) => {
      const { name } = find(folder);
      refuseMoving(folder);
      const chosen = await chooseFolder(folder, 'Choose the library folder');
      if (chosen === null) return;
      refuseNested(chosen, others(folder));
      await roots.forget(chosen);
      if (chosen === folder) return options.onRelocated();
      const isNamedByFolder = name === path.basename(folder);
      const here = { folder: chosen, name: isNamedByFolder ? path.basename(chosen) || chosen : name };
      const isDefault = folder === settings.read().libraryFolder;
      await settings.update({
        ...(isDefault && { libraryFolder: chosen }),
        libraries: list().map((one) => (one.folder === folder ? here : one)),
      });
    }),
    'libraries.drop': answering(async ({ folder }) => {
      find(folder);
      refuseMoving(folder);
      if (folder === settings.read().libraryFolder)
        throw new AppError(
          'INVALID_INPUT',
          'Downloads go to this library. Choose another library for them first.',
        );
      await settings.update({ libraries: others(folder) });
    }),
    'libraries.move': answering(async ({ folder }) => {
      const { name } = find(folder);
      const isDefault = folder === settings.read().libraryFolder;
      if (isDefault && settings.managed().includes('libraryFolder'))
        throw new AppError(
          'FORBIDDEN',
          'Your organisation has set this folder. Ask your admin to change it.',
        );
      const chosen = await chooseFolder(null, sentence`Choose where “${{ name }}” moves to`);
      if (chosen === null) return;
      refuseNested(
        chosen,
        others(folder).filter((one) => isWithin(one.folder, chosen)),
      );
      await mover.begin(folder, chosen);
    }),
    'libraries.pauseMove': answering(mover.pause),
    'libraries.resumeMove': answering(mover.resume),
    'libraries.cancelMove': answering(mover.cancel),
  };

  async function follow(from: string, to: string): Promise<void> {
    const { libraryFolder } = settings.read();
    const listed = list();
    if (!listed.some(({ folder }) => folder === from)) return;
    await settings.update({
      ...(libraryFolder === from && { libraryFolder: to }),
      libraries: listed.map((one) => (one.folder === from ? { ...one, folder: to } : one)),
    });
  }

  return { handlers, read, follow };
}
