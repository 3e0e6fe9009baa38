import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { formatOf, roleOf } from '../../server/contract/catalogue/formats.ts';
import { AppError } from '../../server/contract/errors.ts';
import { inTurn, sentence } from '../../server/contract/sentence.ts';
import type { Library, LibraryComparison, LibraryModel } from '../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import type { Desktop } from '../platform/kernel.ts';
import { createHashThreads } from '../platform/storage/hash-threads.ts';
import { findOnDisk } from '../platform/storage/inspect-files.ts';
import { checkModel } from './check-model.ts';
import type { CheckedFiles } from './checked-files.ts';
import { findLibraryOf } from './libraries.ts';
import type { LibraryIndex } from './library-index.ts';

/** A DCC app that can be started with a file in its own format. */
export type Program = { readonly name: string; readonly formats: readonly string[]; readonly file: string };

type LibraryHandlersOptions = {
  readonly library: Pick<LibraryIndex, 'read' | 'show' | 'refresh'>;
  readonly checked: CheckedFiles;
  readonly onChecked: () => void;
  readonly compare: () => Promise<LibraryComparison>;
  readonly desktop: Pick<Desktop, 'showItemInFolder' | 'openPath' | 'startProgram' | 'startDrag'>;
  readonly findPrograms: () => Promise<readonly Program[]>;
};

async function resolveInside(library: string, file: string): Promise<string> {
  const [root, target] = await Promise.all([realpath(library), realpath(file).catch(() => null)]);
  if (target === null)
    throw new AppError('FILE_NOT_FOUND', sentence`${{ file }} no longer exists. Download the model again.`);
  if (!target.startsWith(root + path.sep))
    throw new AppError(
      'FORBIDDEN',
      sentence`${{ file }} points outside the library folder, so it was not opened.`,
    );
  return target;
}

/** Returns the path of a file in the receipt; no other file is opened or dragged. */
async function findFile({ title, folder, files }: LibraryModel, relativePath: string): Promise<string> {
  if (!files.some((file) => file.relativePath === relativePath))
    throw new AppError(
      'FILE_NOT_FOUND',
      sentence`“${{ title }}” has no downloaded file ${{ file: relativePath }}.`,
    );
  return findOnDisk(folder, relativePath);
}

type Dragged = { readonly guid: string; readonly relativePath: string | null };

async function listDragged(library: Library, items: readonly Dragged[]): Promise<string[]> {
  const found = items.map(async ({ guid, relativePath }) => {
    const model = library.models.find((candidate) => candidate.guid === guid);
    if (model === undefined) return [];
    const root = findLibraryOf(library.places, model.folder) ?? library.folder;
    const present = model.files.filter(
      (file) => file.isPresent && (relativePath === null || file.relativePath === relativePath),
    );
    return Promise.all(
      present.map(async (file) => resolveInside(root, await findFile(model, file.relativePath))),
    );
  });
  return (await Promise.all(found)).flat();
}

/** A library can come from anywhere, so the system must not run its files. */
function refuseProgram(relativePath: string): void {
  if (roleOf(formatOf(relativePath)) !== 'support') return;
  const message = sentence`${{ file: relativePath }} is neither a model nor an image, so it was not opened. Show it in its folder instead.`;
  throw new AppError('FORBIDDEN', message);
}

const noProgram = 'Choose a program for such files in the system settings.';

export function createLibraryHandlers(options: LibraryHandlersOptions): FeatureHandlers<'library'> {
  const threads = createHashThreads();

  async function findModel(guid: string) {
    const library = await options.library.refresh();
    const model = library.models.find((candidate) => candidate.guid === guid);
    if (model) return { model, root: findLibraryOf(library.places, model.folder) ?? library.folder };
    const away = library.places.find(({ absence }) => absence !== null);
    if (away?.absence) throw new AppError('UNAVAILABLE', away.absence);
    throw new AppError('MODEL_NOT_FOUND', 'This model is not in the library. Download it first.');
  }

  return {
    'library.read': options.library.read,
    'library.compare': options.compare,
    'library.check': async ({ guid }) => {
      // Uses the index: reading the whole library for each of many models would take longer than the checks.
      const seen = (await options.library.show()).models.find((candidate) => candidate.guid === guid);
      const model = seen ?? (await findModel(guid)).model;
      const check = await checkModel(model, options.checked, threads);
      options.onChecked();
      return check;
    },
    'library.reveal': async ({ guid, relativePath }) => {
      const { root, model } = await findModel(guid);
      const file = relativePath === null ? model.folder : await findFile(model, relativePath);
      options.desktop.showItemInFolder(await resolveInside(root, file));
    },
    'library.programs': async () =>
      (await options.findPrograms()).map(({ name, formats }) => ({ name, formats: [...formats] })),
    'library.open': async ({ guid, relativePath, program }) => {
      const { root, model } = await findModel(guid);
      refuseProgram(relativePath);
      const file = await resolveInside(root, await findFile(model, relativePath));
      if (program === null) {
        const reason = await options.desktop.openPath(file);
        if (reason !== '')
          throw new AppError(
            'UNAVAILABLE',
            inTurn(sentence`The system could not open ${{ file }} (${{ reason }}).`, noProgram),
          );
        return;
      }
      const found = (await options.findPrograms()).find(({ name }) => name === program);
      if (!found)
        throw new AppError('NOT_FOUND', sentence`${{ app: program }} is no longer on this computer.`);
      await options.desktop.startProgram(found.file, file).catch((error: unknown) => {
        throw new AppError('UNAVAILABLE', sentence`${{ app: found.file }} could not be started.`, {
          cause: error,
        });
      });
    },
    'library.drag': async ({ items }) => {
      // Uses the index: the mouse button is pressed, so there is no time to read the whole library.
      const library = await options.library.show();
      const [first, ...others] = await listDragged(library, items);
      if (first === undefined)
        throw new AppError('FILE_NOT_FOUND', 'None of these files is on the disk. Download them again.');
      options.desktop.startDrag([first, ...others]);
    },
  };
}
