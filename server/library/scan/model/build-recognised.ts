import { hash } from 'node:crypto';
import type { InventoryFile } from '../../../catalogue/model/models.ts';
import { findNameFault, type ReportProblem } from '../../../catalogue/write/problems.ts';
import { toPathKey } from '../../../contract/relative-path.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import { commonFolder } from '../../../shared/common-folder.ts';
import type { Level } from '../../recognise/level-of.ts';
import type { PlacedFile } from '../../recognise/place-files.ts';
import { buildInventory } from './build-inventory.ts';

/** A scene file of a model with what it needs, each by its place in the library. */
export type LevelledScene = {
  readonly place: string;
  readonly level: Level;
  readonly needs: readonly PlacedFile[];
};

type Source = {
  readonly scenes: readonly LevelledScene[];
  /** null: the file could not be read. */
  readonly inspectionOf: (place: string) => Inspection | null;
  readonly report: ReportProblem;
};

type Virtual = PlacedFile & { readonly path: string; readonly level: Level; readonly inspection: Inspection };

/** Leaves out what some system could not store, and all but the first of what some system takes for one. */
function keepSafe(files: readonly Virtual[], report: ReportProblem): readonly Virtual[] {
  const taken = new Map<string, string>();
  return files.filter(({ path, place }) => {
    const key = toPathKey(path);
    const twin = taken.get(key);
    if (twin === place) return false;
    const fault = findNameFault(path, twin);
    if (fault === null) taken.set(key, place);
    else report(place, 'name', fault);
    return fault === null;
  });
}

/** Lays the files of a model out as in topology folders: the level, then their path from the folder that holds them all. */
function layOut({ scenes, inspectionOf, report }: Source): readonly Virtual[] {
  const placed = scenes.flatMap(({ place, level, needs }) =>
    [{ place, at: place }, ...needs].map((file) => ({ ...file, level })),
  );
  const root = commonFolder(placed.map(({ at }) => at));
  const files = placed.flatMap(({ place, at, level }): Virtual[] => {
    const inspection = inspectionOf(place);
    const path = `${level.lod}/${root === '' ? at : at.slice(root.length + 1)}`;
    return inspection === null ? [] : [{ place, at, level, path, inspection }];
  });
  return keepSafe(files, report);
}

/** A name alone does not make a file a model. */
const doubt = (inspection: Inspection): Inspection =>
  inspection.unlike === undefined
    ? inspection
    : { ...inspection, problem: inspection.problem ?? inspection.unlike };

/** The inventory of a recognised model; each file knows its place. */
export function buildRecognised(source: Source): InventoryFile[] {
  const files = layOut(source);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const inventory = buildInventory({
    folder: '',
    files: files.map(({ path: relativePath, inspection }) => ({
      relativePath,
      inspection: doubt(inspection),
    })),
    report: (where, kind, reason) => source.report(byPath.get(where.slice(1))?.place ?? where, kind, reason),
  });
  return inventory.flatMap((file) => {
    const found = byPath.get(file.relativePath);
    return found ? [{ ...file, place: found.place, lodFrom: found.level.lodFrom }] : [];
  });
}

/** Equal for models of the same files, wherever they lie and whatever their names are. */
export function toContent(files: readonly InventoryFile[]): string {
  const sums = new Set(files.map(({ role, format, sha256 }) => `${role} ${format} ${sha256}`));
  return hash('sha256', [...sums].sort().join('\n'), 'hex');
}
