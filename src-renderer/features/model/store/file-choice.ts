import type { ModelDetails } from '../../../../server/contract/catalogue/discovery.ts';
import { choiceRankOf } from '../../../../server/contract/catalogue/formats.ts';
import type { Lod } from '../../../../server/contract/limits.ts';

export type Topology = ModelDetails['topologies'][number];
export type SceneFile = Topology['files'][number];

/** A topology and a format, for which a model can have any number of files. */
export type Place = { readonly lod: Lod; readonly format: string };

type FileChoice = Place & {
  readonly files: readonly SceneFile[];
};

export function listSceneFiles(topology: Topology): readonly SceneFile[] {
  return topology.files.filter((file) => file.role === 'scene');
}

/**
 * Applies the preferences to this model. If it lacks a topology or format, another selection is returned, never other
 * files under the same one.
 */
export function resolveChoice(
  topologies: readonly Topology[],
  lod: Lod | null,
  format: string | null,
): FileChoice | null {
  const offered = topologies.filter((topology) => listSceneFiles(topology).length > 0);
  const topology = offered.find((candidate) => candidate.lod === lod) ?? offered[0];
  if (topology === undefined) return null;
  const files = listSceneFiles(topology);
  const names = [...new Set(files.map((file) => file.format))].sort(compareFormats);
  const chosen = names.find((name) => name === format) ?? names[0];
  if (chosen === undefined) return null;
  return { lod: topology.lod, format: chosen, files: files.filter((file) => file.format === chosen) };
}

export type MatrixRow = {
  readonly topology: Topology;
  /** One per format, in order; empty if the topology has no file of it. */
  readonly cells: readonly (Place & { readonly files: readonly SceneFile[] })[];
};

/** Returns every topology with scene files as a row, and every format of the model as a column. */
export function toMatrix(topologies: readonly Topology[]) {
  const scenes = topologies.flatMap(listSceneFiles);
  const formats = [...new Set(scenes.map(({ format }) => format))].sort(compareFormats);
  const rows = topologies.flatMap((topology): MatrixRow[] => {
    const files = listSceneFiles(topology);
    if (files.length === 0) return [];
    const { lod } = topology;
    const cells = formats.map((format) => ({
      ...{ lod, format },
      files: files.filter((file) => file.format === format),
    }));
    return [{ topology, cells }];
  });
  return { formats, rows };
}

/** Returns where a key leads in the matrix, skipping empty cells; null if nowhere. */
export function moveInMatrix(key: string, rows: readonly MatrixRow[], from: Place): Place | null {
  const listFilled = (row: MatrixRow | undefined) => row?.cells.filter(({ files }) => files.length > 0) ?? [];
  const findColumn = ({ format }: Place) => rows[0]?.cells.findIndex((cell) => cell.format === format) ?? 0;
  const distance = (place: Place) => Math.abs(findColumn(place) - findColumn(from));
  const nearest = (row: MatrixRow | undefined) =>
    listFilled(row).toSorted((a, b) => distance(a) - distance(b))[0];
  const row = rows.findIndex(({ topology }) => topology.lod === from.lod);
  const cells = listFilled(rows[row]);
  const at = cells.findIndex(({ format }) => format === from.format);
  const places: Readonly<Record<string, Place | undefined>> = {
    ArrowLeft: cells[at - 1],
    ArrowRight: cells[at + 1],
    ArrowUp: nearest(rows[row - 1]),
    ArrowDown: nearest(rows[row + 1]),
    Home: cells[0],
    End: cells.at(-1),
  };
  return places[key] ?? null;
}

/** Returns the triangles of a topology: those of its most detailed counted file. */
export function countTriangles(topology: Topology): number | null {
  const counts = listSceneFiles(topology).flatMap(({ triangles }) => (triangles === null ? [] : [triangles]));
  return counts.length === 0 ? null : Math.max(...counts);
}

function compareFormats(left: string, right: string): number {
  const [a, b] = [choiceRankOf(left), choiceRankOf(right)];
  return a === b ? left.localeCompare(right) : a - b;
}
