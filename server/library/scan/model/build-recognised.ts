import { hash } from 'node:crypto';
import type { InventoryFile } from '../../../catalogue/model/models.ts';
import { findNameFault, type ReportProblem } from '../../../catalogue/write/problems.ts';
import { toPathKey } from '../../../contract/relative-path.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import { commonFolder } from '../../../shared/common-folder.ts';
import type { Level } from '../../recognise/level-of.ts';
import type { PlacedFile } from '../../recognise/place-files.ts';
import { buildInventory } from './build-inventory.ts';

/** A scene file of a model and the files that it needs, by their paths in the library. */
export type LevelledScene = {
  readonly place: string;
  readonly level: Level;
  readonly needs: readonly PlacedFile[];
};

type Source = {
  readonly scenes: readonly LevelledScene[];
  readonly inspectionOf: (place: string) => Inspection | null;
  readonly report: ReportProblem;
};

type Virtual = PlacedFile & { readonly path: string; readonly level: Level; readonly inspection: Inspection };

/** Drops names that some system cannot store, and all but the first of names that some system treats as equal. */
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

/** Lays out a model's files as in topology folders: the level, then the path from their common folder. */
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

/** A file name alone does not make a file a model. */
const doubt = (inspection: Inspection): Inspection =>
  inspection.unlike === undefined
    ? inspection
    : { ...inspection, problem: inspection.problem ?? inspection.unlike };

/** Builds the inventory of a recognised model; each file keeps its path in the library. */
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

/** Returns a digest that is equal for models of the same files, whatever their paths and names. */
export function toContent(files: readonly InventoryFile[]): string {
  const sums = new Set(files.map(({ role, format, sha256 }) => `${role} ${format} ${sha256}`));
  return hash('sha256', [...sums].sort().join('\n'), 'hex');
}
