import { Mesh, type Object3D, Raycaster, Vector2, Vector3, type WebGLRenderer } from 'three';
import { listDrawn, materialsOf } from '../studio/drawn-objects.ts';
import { releaseModel } from '../studio/release-model.ts';
import type { Stage } from '../studio/stage.ts';
import { createPlayer, type Player } from './animation.ts';
import { countTriangles } from './count-triangles.ts';
import { createExplosion, type Explosion } from './explosion.ts';
import type { Scale } from './overlays.ts';
import type { ReadModel } from './reading/read-model.ts';
import { createShading, type Shading } from './shading.ts';
import { listMaps } from './surfaces.ts';
import type { PartFacts, ShownModel } from './viewer.ts';

type ViewPoint = { readonly x: number; readonly y: number };

/** A model on the stage, with everything that belongs to it. */
export type Exhibit = {
  readonly model: Object3D;
  readonly facts: ShownModel;
  readonly box: ReadModel['frame']['box'];
  readonly scale: Scale;
  readonly shading: Shading;
  readonly player: Player;
  readonly explosion: Explosion;
  /** Returns where a ray from the camera through a point of the view (-1 to 1) hits the model. */
  readonly findPoint: (at: ViewPoint, camera: ReadModel['frame']['camera']) => Vector3 | null;
  readonly release: () => void;
};

const mostParts = 200;

/** Lists named parts, each before its children. */
function listParts(root: Object3D): readonly PartFacts[] {
  const parts: PartFacts[] = [];
  const visit = (object: Object3D, depth: number) => {
    if (parts.length >= mostParts || depth > 60) return;
    const isNamed = object.name !== '' && countTriangles(object) > 0;
    if (isNamed) parts.push({ name: object.name, depth, triangles: countTriangles(object) });
    for (const child of object.children) visit(child, isNamed ? depth + 1 : depth);
  };
  visit(root, 0);
  return parts;
}

function describe(
  { model, loaded, frame, vertices }: ReadModel,
  scale: Scale,
  clips: readonly string[],
  isExplodable: boolean,
): ShownModel {
  const drawn = listDrawn(model);
  const materials = [...new Set(drawn.flatMap(materialsOf))];
  const hasUv = drawn.some(({ geometry }) => geometry.hasAttribute('uv'));
  const { x, y, z } = frame.box.getSize(new Vector3()).divideScalar(scale.perUnit);
  return {
    triangles: countTriangles(model),
    vertices,
    clips,
    surfaces: [
      'materials',
      'clay',
      'matcap',
      'normals',
      ...(hasUv ? (['uv'] as const) : []),
      ...listMaps(materials),
    ],
    materials: materials.map(({ name }) => name),
    parts: listParts(loaded.root),
    size: [x, y, z],
    isMetric: scale.isMetric,
    // An animation sets the positions of the parts itself.
    canExplode: isExplodable && clips.length === 0,
  };
}

/** Places a model on the stage, seen by a camera that may already have moved. */
export function createExhibit(
  renderer: WebGLRenderer,
  stage: Stage,
  shown: ReadModel,
  camera = shown.frame.camera,
): Exhibit {
  const { model, loaded, frame } = shown;
  const { metresPerUnit } = loaded;
  // Framing scaled the model to two units.
  const scale = { perUnit: model.scale.x / (metresPerUnit ?? 1), isMetric: metresPerUnit !== null };
  const player = createPlayer(loaded);
  const explosion = createExplosion(model);
  const facts = describe(shown, scale, player.clips, explosion.isPossible);
  stage.place(model, { camera, box: frame.box });
  const shading = createShading(renderer, stage, shown);
  const ray = new Raycaster();
  return {
    ...{ model, facts, box: frame.box, scale, shading, player, explosion },
    findPoint(at, from) {
      ray.setFromCamera(new Vector2(at.x, at.y), from);
      const meshes = listDrawn(model).filter((object) => object instanceof Mesh);
      return ray.intersectObjects(meshes, false)[0]?.point ?? null;
    },
    release() {
      player.release();
      shading.release();
      releaseModel(loaded.root);
    },
  };
}
