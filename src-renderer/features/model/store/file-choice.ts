import type { ModelDetails } from '../../../../server/contract/catalogue/discovery.ts';
import { choiceRankOf } from '../../../../server/contract/catalogue/formats.ts';
import type { Lod } from '../../../../server/contract/limits.ts';

export type Topology = ModelDetails['topologies'][number];
export type SceneFile = Topology['files'][number];

export type FileChoice = {
  readonly lod: Lod;
  readonly formats: readonly { readonly format: string; readonly count: number }[];
  readonly format: string;
  /** Exactly the files of this topology and format. */
  readonly files: readonly SceneFile[];
};

export function listSceneFiles(topology: Topology): readonly SceneFile[] {
  return topology.files.filter((file) => file.role === 'scene');
}

/** What the preferences mean for this model; a topology or format it lacks is never replaced by files, only by another choice. */
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
  const formats = names.map((name) => ({
    format: name,
    count: files.filter((file) => file.format === name).length,
  }));
  return {
    lod: topology.lod,
    formats,
    format: chosen,
    files: files.filter((file) => file.format === chosen),
  };
}

/** Triangles of a topology: those of its most detailed counted file. */
export function countTriangles(topology: Topology): number | null {
  const counts = listSceneFiles(topology).flatMap(({ triangles }) => (triangles === null ? [] : [triangles]));
  return counts.length === 0 ? null : Math.max(...counts);
}

function compareFormats(left: string, right: string): number {
  const [a, b] = [choiceRankOf(left), choiceRankOf(right)];
  return a === b ? left.localeCompare(right) : a - b;
}
