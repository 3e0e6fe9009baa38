import { fitDetail } from './fit-detail.ts';
import { buildMesh, type Mesh } from './geometry/mesh.ts';
import type { DemoModel, Material, Spin } from './model.ts';

export type ScenePart = {
  readonly name: string;
  readonly material: string;
  readonly mesh: Mesh;
  readonly spin?: Spin;
};

/** One topology of a model, built: what every writer gets. */
export type Scene = {
  readonly slug: string;
  readonly title: string;
  readonly grain: number;
  readonly materials: readonly Material[];
  readonly parts: readonly ScenePart[];
};

export function buildScene(model: DemoModel, budget: number): Scene {
  const parts = fitDetail(model, budget).map(({ piece, ...part }) => ({
    ...part,
    mesh: buildMesh(piece, model.grain),
  }));
  const built = parts.filter((part) => part.mesh.indices.length > 0);
  return {
    slug: model.slug,
    title: model.title,
    grain: model.grain,
    materials: model.materials.filter(({ name }) => built.some((part) => part.material === name)),
    parts: built,
  };
}

/** The file name of a material's base colour picture, inside the folder `textures`. */
export function nameTexture(slug: string, material: string): string {
  return `${slug}_${material}_basecolor.png`;
}
