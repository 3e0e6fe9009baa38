import {
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  type WebGLRenderer,
} from 'three';
import { listDrawn, materialsOf } from '../studio/drawn-objects.ts';
import { clay } from '../studio/prepare-model.ts';
import type { Stage } from '../studio/stage.ts';
import { countTriangles } from './count-triangles.ts';
import type { ReadModel } from './reading/read-model.ts';

export type Shading = {
  readonly setWireframe: (isOn: boolean) => void;
  /** One plain material in place of those of the model. */
  readonly setClay: (isOn: boolean) => void;
  readonly draw: (camera: PerspectiveCamera) => void;
  readonly release: () => void;
};

/** Seen on every material of a model, and darker on clay, where all is of one colour. */
const lineColours = { clay: 0x23262b, materials: 0x0a9bff } as const;

/** Of a dense mesh, so many lines meet in a pixel that only faint ones leave something to see of it. */
const opacityFor = (triangles: number) => Math.min(0.85, Math.max(0.2, 40 / Math.sqrt(triangles)));

/** How the model on a stage is drawn: with its own materials or in clay, with or without its edges. */
export function createShading(renderer: WebGLRenderer, stage: Stage, { model }: ReadModel): Shading {
  const opacity = opacityFor(countTriangles(model));
  const plain = Object.assign(clay.clone(), { side: DoubleSide });
  const lines = new MeshBasicMaterial({
    wireframe: true,
    toneMapped: false,
    transparent: true,
    opacity,
  });
  lines.color.set(lineColours.materials);
  const meshes = listDrawn(model).filter((object) => object instanceof Mesh);
  const own = new Map<Mesh, Material | Material[]>(meshes.map((mesh) => [mesh, mesh.material]));
  const everyMaterial = [plain, ...meshes.flatMap(materialsOf)];
  let hasLines = false;

  const setClay = (isOn: boolean) => {
    for (const [mesh, material] of own) mesh.material = isOn ? plain : material;
    lines.color.set(isOn ? lineColours.clay : lineColours.materials);
  };
  /** A second pass over the same meshes, so that skins, morphs and instances have their edges where they are. */
  const drawLines = (camera: PerspectiveCamera) => {
    const { scene, ground } = stage;
    const { background } = scene;
    const isGroundVisible = ground.visible;
    Object.assign(scene, { background: null, overrideMaterial: lines });
    ground.visible = false;
    renderer.autoClear = false;
    renderer.shadowMap.autoUpdate = false;
    renderer.render(scene, camera);
    renderer.shadowMap.autoUpdate = true;
    renderer.autoClear = true;
    ground.visible = isGroundVisible;
    Object.assign(scene, { background, overrideMaterial: null });
  };
  return {
    setWireframe(isOn) {
      hasLines = isOn;
      // Surfaces step back a little, so that the lines on them are not cut.
      for (const material of everyMaterial)
        Object.assign(material, { polygonOffset: isOn, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    },
    setClay,
    draw(camera) {
      renderer.render(stage.scene, camera);
      if (hasLines) drawLines(camera);
    },
    release() {
      setClay(false);
      plain.dispose();
      lines.dispose();
    },
  };
}
