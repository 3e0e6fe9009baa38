import { Box3, Matrix4, Vector3 } from 'three';
import { join } from './geometry/piece.ts';
import { type Mesh, MOST_STEPS, toMesh } from './mesh.ts';
import type { DemoModel, Material, Part, Spin } from './model.ts';
import type { MapName } from './textures/maps.ts';

export type ScenePart = {
  readonly name: string;
  readonly material: string;
  readonly mesh: Mesh;
  readonly spin?: Spin;
};

/** One built level of detail of a model, in metres; the input of every writer. */
export type Scene = Pick<DemoModel, 'slug' | 'title' | 'license'> & {
  /** Positions are rounded to this many metres. */
  readonly grain: number;
  readonly materials: readonly Material[];
  readonly parts: readonly ScenePart[];
};

const METRES = 0.001;

/**
 * Builds the model at each triangle budget. All levels stand on y = 0 and fill the same box, centred on x = z = 0: as
 * coarse curves cut corners, every level is stretched to the box of the finest.
 */
export function buildLevels(model: DemoModel, budgets: readonly number[]): readonly Scene[] {
  const levels = budgets.map((budget) => buildLevel(fitDetail(model, budget)));
  const finest = levels[budgets.indexOf(Math.max(...budgets))]?.box ?? new Box3();
  const size = finest.getSize(new Vector3()).multiplyScalar(METRES);
  const grain = 10 ** Math.ceil(Math.log10(Math.max(...size.toArray()) / MOST_STEPS));
  return levels.map(({ parts, box }) => {
    const centre = box.getCenter(new Vector3());
    const toBox = new Matrix4().makeScale(...size.clone().divide(box.getSize(new Vector3())).toArray());
    toBox.multiply(new Matrix4().makeTranslation(-centre.x, -box.min.y, -centre.z));
    const built = parts.map(({ name, material, spin, geometry }) => {
      const mesh = toMesh(geometry.applyMatrix4(toBox), grain);
      const pivot = spin && new Vector3(...spin.pivot).applyMatrix4(toBox).toArray();
      return { name, material: material.name, mesh, ...(spin && pivot && { spin: { ...spin, pivot } }) };
    });
    const materials = [...new Set(parts.map(({ material }) => material))];
    return { slug: model.slug, title: model.title, license: model.license, grain, materials, parts: built };
  });
}

function buildLevel(parts: readonly Part[]) {
  const built = parts.map((part) => ({ ...part, geometry: join(part.pieces).build() }));
  const boxes = built.map(({ geometry }) => new Box3().setFromArray(geometry.getAttribute('position').array));
  return { parts: built, box: boxes.reduce((whole, box) => whole.union(box), new Box3()) };
}

/** Returns the parts at the finest detail with at most `budget` triangles; throws if even the coarsest has more. */
function fitDetail(model: Pick<DemoModel, 'slug' | 'shape'>, budget: number): readonly Part[] {
  let [low, high] = [0.05, 12];
  if (countTriangles(model.shape(low)) > budget)
    throw new RangeError(
      `The demo model ${model.slug} cannot be built with ${budget} triangles; allow it more.`,
    );
  for (let step = 0; step < 13; step += 1) {
    const middle = Math.sqrt(low * high);
    if (countTriangles(model.shape(middle)) > budget) high = middle;
    else low = middle;
  }
  return model.shape(low);
}

function countTriangles(parts: readonly Part[]): number {
  return join(parts.flatMap(({ pieces }) => pieces)).triangles;
}

/** Returns the file name of a material's map in the folder `textures`. */
export function nameTexture(slug: string, material: string, map: MapName = 'basecolor'): string {
  return `${slug}_${material}_${map}.png`;
}
