import { Box3, Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';
import { listDrawn } from '../studio/drawn-objects.ts';

export type Explosion = {
  /** True if the model has parts that can be moved apart. */
  readonly isPossible: boolean;
  /** Returns true if anything moved. */
  readonly set: (isExploded: boolean) => boolean;
};

type Part = { readonly mesh: Mesh; readonly home: Vector3; readonly away: Vector3 };

/** How far a part moves, relative to its distance from the centre of the ground. */
const spread = 0.8;
const mostParts = 2000;

/** Returns a part's offset in stage units: outwards and upwards, never into the ground. */
function findOffset(mesh: Mesh, origin: Vector3): Vector3 {
  const centre = new Box3().setFromObject(mesh, true).getCenter(new Vector3());
  return centre.sub(origin).multiplyScalar(spread);
}

/** Converts the offset to the parent's units, minus the parent's own offset. */
function toLocal(mesh: Mesh, offsets: ReadonlyMap<Object3D, Vector3>): Vector3 {
  const offset = offsets.get(mesh)?.clone() ?? new Vector3();
  for (let above = mesh.parent; above; above = above.parent) {
    const moved = offsets.get(above);
    if (!moved) continue;
    offset.sub(moved);
    break;
  }
  const { parent } = mesh;
  if (!parent) return offset;
  return parent.worldToLocal(parent.localToWorld(new Vector3()).add(offset));
}

function listParts(model: Object3D, meshes: readonly Mesh[]): readonly Part[] {
  model.updateMatrixWorld(true);
  const box = new Box3().setFromObject(model, true);
  const origin = box.getCenter(new Vector3()).setY(box.min.y);
  const offsets = new Map(meshes.map((mesh) => [mesh, findOffset(mesh, origin)]));
  return meshes.map((mesh) => ({ mesh, home: mesh.position.clone(), away: toLocal(mesh, offsets) }));
}

/** Moves the parts of a model apart, and back to exactly where they were. */
export function createExplosion(model: Object3D): Explosion {
  const meshes = listDrawn(model).filter((object) => object instanceof Mesh);
  const { length } = meshes;
  // Parts moved by bones stay in place.
  const isPossible = length > 1 && length <= mostParts && !meshes.some((mesh) => mesh instanceof SkinnedMesh);
  let parts: readonly Part[] | null = null;
  let wasExploded = false;
  return {
    isPossible,
    set(isExploded) {
      if (!isPossible || isExploded === wasExploded) return false;
      wasExploded = isExploded;
      parts ??= listParts(model, meshes);
      for (const { mesh, home, away } of parts) {
        mesh.position.copy(home);
        if (isExploded) mesh.position.add(away);
      }
      model.updateMatrixWorld(true);
      return true;
    },
  };
}
