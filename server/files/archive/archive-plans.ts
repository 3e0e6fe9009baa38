import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import type { ArchiveContents, ArchiveModel, ArchiveWish, PlacedFile } from './archive-contents.ts';
import { type ArchivePlan, createArchivePlanner } from './archive-plan.ts';

type Options = {
  readonly contents: ArchiveContents;
  /** Checks that a file on disk matches the inventory, and returns its mark. */
  readonly confirm: (model: ArchiveModel, file: PlacedFile) => Promise<bigint>;
  readonly clock: Clock;
  readonly maxBytes?: number;
  readonly onRemove: (plan: ArchivePlan) => void;
};

type Kept = {
  readonly version: number;
  readonly licence: string;
  readonly expiresAt: number;
  readonly planned: Promise<ArchivePlan>;
  plan: ArchivePlan | null;
};

const nothing = ({ folder, kind }: ArchiveWish) =>
  new AppError(
    'FILE_NOT_FOUND',
    kind === 'textures'
      ? sentence`The topology folder ${{ folder }} has no textures. Download its files one by one, or all of them.`
      : sentence`There is no topology folder ${{ folder }} here. Open the model again and choose one.`,
  );

const licenceName = 'LICENSE.txt';

/** Text file for the archive: licence and attribution. */
function describeLicence(guid: string, { title, license, attribution }: ArchiveModel): string {
  const lines = [title, '', `License: ${license}`, ...(attribution ? [`Attribution: ${attribution}`] : [])];
  return `${[...lines, `Model: ${guid}`].join('\r\n')}\r\n`;
}

/** Records folders that could be links and must be checked. */
function noteFolder(foldersOf: Map<string, Set<string>>, { root, place }: PlacedFile): void {
  if (root === null) return;
  const folders = foldersOf.get(root) ?? new Set();
  foldersOf.set(root, folders.add(path.dirname(place)));
}

/** Throws if a folder on the way leads outside the model's folder. Opening the files themselves follows no links. */
async function requireInside(root: string, folders: ReadonlySet<string>): Promise<void> {
  const real = await realpath(root);
  for (const folder of folders) {
    if ((await realpath(folder)) !== path.join(real, path.relative(root, folder)))
      throw new AppError(
        'FILE_HOST_UNAVAILABLE',
        `A folder of this model is a link, and links are not followed. Replace it with real files.`,
      );
  }
}

/** Caches plans for an hour, up to `maxBytes` in total. */
export function createArchivePlans(options: Options) {
  const { contents, confirm, clock, maxBytes = cacheBudgets.archivePlans, onRemove } = options;
  const kept = new Map<string, Kept>();

  const toPlanned = async (model: ArchiveModel, file: PlacedFile) =>
    file.root === null ? file : { ...file, mark: await confirm(model, file) };

  async function make(wish: ArchiveWish, model: ArchiveModel): Promise<ArchivePlan> {
    const planner = createArchivePlanner();
    const licence = { name: licenceName, content: Buffer.from(describeLicence(wish.guid, model)) };
    // Entries are sorted, and all other names start with the folder.
    const isFirst = licenceName < wish.folder;
    if (isFirst) planner.addText(licence);
    let isAny = false;
    const foldersOf = new Map<string, Set<string>>();
    for (let after = ''; ; ) {
      const files = contents.page(model, wish, after);
      for (const file of files) {
        planner.add(await toPlanned(model, file));
        isAny = true;
        noteFolder(foldersOf, file);
      }
      const last = files.at(-1);
      if (!last) break;
      after = last.name;
      await nextTurn();
    }
    if (!isAny) throw nothing(wish);
    if (!isFirst) planner.addText(licence);
    for (const [root, folders] of foldersOf) await requireInside(root, folders);
    if (contents.findModel(wish.guid)?.version !== model.version)
      throw new AppError('FILE_HOST_UNAVAILABLE', 'This model is being re-indexed. Try again in a minute.');
    return planner.finish();
  }

  function remove(key: string): void {
    const entry = kept.get(key);
    kept.delete(key);
    if (entry?.plan) onRemove(entry.plan);
  }

  function shrink(): void {
    let bytes = [...kept.values()].reduce((sum, { plan }) => sum + (plan?.weight ?? 0), 0);
    for (const [key, { plan }] of kept) {
      if (bytes <= maxBytes) return;
      bytes -= plan?.weight ?? 0;
      if (plan) remove(key);
    }
  }

  function begin(key: string, wish: ArchiveWish, model: ArchiveModel): Kept {
    const planned = make(wish, model);
    const entry: Kept = {
      version: model.version,
      licence: describeLicence(wish.guid, model),
      expiresAt: clock() + limits.archivePlan,
      planned,
      plan: null,
    };
    remove(key);
    kept.set(key, entry);
    planned.then(
      (plan) => {
        entry.plan = plan;
        shrink();
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry;
  }

  return {
    /** The plan of an archive, shared by everyone who asks within an hour. FILE_NOT_FOUND if it would be empty. */
    async get(wish: ArchiveWish) {
      const model = contents.findModel(wish.guid);
      if (!model) throw nothing(wish);
      const key = JSON.stringify(wish);
      const known = kept.get(key);
      const isGood =
        known?.version === model.version &&
        known.licence === describeLicence(wish.guid, model) &&
        known.expiresAt > clock();
      const { planned } = isGood ? known : begin(key, wish, model);
      return { plan: await planned, model };
    },
    /** Forgets a plan that no longer matches a file. */
    drop(plan: ArchivePlan) {
      for (const [key, entry] of kept) if (entry.plan === plan) remove(key);
    },
    sweep() {
      for (const [key, { expiresAt }] of kept) if (expiresAt <= clock()) remove(key);
    },
    count: () => kept.size,
  };
}
