import { type Material, Mesh, MeshBasicMaterial, type PerspectiveCamera, type WebGLRenderer } from 'three';
import { listDrawn, materialsOf } from '../studio/drawn-objects.ts';
import type { Stage } from '../studio/stage.ts';
import { countTriangles } from './count-triangles.ts';
import type { Look } from './look.ts';
import type { ReadModel } from './reading/read-model.ts';
import { createSurfaces } from './surfaces.ts';

export type Shading = {
  readonly setLook: (look: Pick<Look, 'surface' | 'isWireframe'>) => void;
  readonly draw: (camera: PerspectiveCamera) => void;
  readonly release: () => void;
};

/** Visible on every material of a model, and darker on a single colour. */
const lineColours = { plain: 0x23262b, materials: 0x0a9bff } as const;

/** In a dense mesh so many lines meet in a pixel that only faint ones leave the surface visible. */
const opacityFor = (triangles: number) => Math.min(0.85, Math.max(0.2, 40 / Math.sqrt(triangles)));

/** How the model on a stage is rendered: with its own or other materials, with or without wireframe. */
export function createShading(renderer: WebGLRenderer, stage: Stage, { model }: ReadModel): Shading {
  const opacity = opacityFor(countTriangles(model));
  const lines = new MeshBasicMaterial({ wireframe: true, toneMapped: false, transparent: true, opacity });
  const meshes = listDrawn(model).filter((object) => object instanceof Mesh);
  const own = new Map<Mesh, Material | Material[]>(meshes.map((mesh) => [mesh, mesh.material]));
  const surfaces = createSurfaces();
  let hasLines = false;

  const cover = (name: Look['surface']) => {
    for (const [mesh, material] of own) {
      const hasUv = mesh.geometry.hasAttribute('uv');
      const find = (one: Material) => surfaces.find(name, one, hasUv);
      mesh.material = Array.isArray(material) ? material.map(find) : find(material);
    }
  };
  /** A second pass over the same meshes, so that the lines follow skins, morphs and instances. */
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
    setLook({ surface, isWireframe }) {
      cover(surface);
      hasLines = isWireframe;
      lines.color.set(surface === 'clay' ? lineColours.plain : lineColours.materials);
      // Surfaces are pushed back slightly, so that they do not hide parts of the lines.
      for (const material of new Set(meshes.flatMap(materialsOf)))
        Object.assign(material, {
          polygonOffset: isWireframe,
          polygonOffsetFactor: 1,
          polygonOffsetUnits: 1,
        });
    },
    draw(camera) {
      renderer.render(stage.scene, camera);
      if (hasLines) drawLines(camera);
    },
    release() {
      cover('materials');
      surfaces.release();
      lines.dispose();
    },
  };
}
