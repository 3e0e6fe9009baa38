import {
  AnimationMixer,
  Camera,
  DoubleSide,
  Group,
  Light,
  Line,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Points,
  SkinnedMesh,
} from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { hasGeometry, listDrawn, materialsOf } from './drawn-objects.ts';
import type { LoadedModel } from './loaded-model.ts';
import { clayColour, toPointMaterial, toStudioMaterial } from './studio-materials.ts';

export const clay = new MeshStandardMaterial({ color: clayColour, roughness: 0.75, metalness: 0 });

/** Removes lines next to surfaces, which are animation handles and construction lines. */
function removeHandles(root: Object3D): void {
  const drawn = listDrawn(root);
  if (!drawn.some((object) => object instanceof Mesh)) return;
  for (const object of drawn) if (object instanceof Line) object.removeFromParent();
}

/** Removes lights and cameras of the file, which would make every model look different; the studio has its own. */
function removeEquipment(root: Object3D): void {
  const found: Object3D[] = [];
  root.traverse((object) => {
    if (object instanceof Light || object instanceof Camera) found.push(object);
  });
  for (const object of found) if (object !== root) object.removeFromParent();
}

const creaseAngle = Math.PI / 5;
// Smoothing larger meshes costs more than it gains.
const mostSmoothed = 1_500_000;

/** Computes missing normals, smooth between nearly coplanar faces; returns true if it did. */
function ensureNormals(mesh: Mesh): boolean {
  const { geometry } = mesh;
  if (geometry.hasAttribute('normal')) return false;
  const corners = geometry.index?.count ?? geometry.getAttribute('position').count;
  if (corners <= mostSmoothed && Object.keys(geometry.morphAttributes).length === 0)
    mesh.geometry = toCreasedNormals(geometry, creaseAngle);
  else geometry.computeVertexNormals();
  return true;
}

function dress(mesh: Mesh, isBare: boolean): void {
  const isMadeUp = ensureNormals(mesh);
  const hasColours = mesh.geometry.hasAttribute('color');
  const convert = (material: Material) => {
    if (isBare && !hasColours) return Object.assign(clay.clone(), { side: DoubleSide });
    const converted = toStudioMaterial(material);
    if (isMadeUp) converted.side = DoubleSide;
    return converted;
  };
  mesh.material = Array.isArray(mesh.material) ? mesh.material.map(convert) : convert(mesh.material);
  const isClear = materialsOf(mesh).every((material) => material.transparent && material.opacity < 0.5);
  mesh.castShadow = !isClear;
  mesh.receiveShadow = true;
  // Bounds in files are often wrong for skins and morphs, and everything is in the picture anyway.
  mesh.frustumCulled = false;
}

function pose({ root, clips }: LoadedModel): void {
  const [first] = clips;
  if (!first) return;
  const mixer = new AnimationMixer(root);
  mixer.clipAction(first).play();
  mixer.setTime(0);
}

/** Gives a loaded model the common look: only the studio's light, one kind of material, its first pose. */
export function prepareModel(loaded: LoadedModel): Object3D {
  const { root } = loaded;
  removeEquipment(root);
  removeHandles(root);
  root.traverse((object) => {
    if (object instanceof Mesh) dress(object, loaded.isBare(object));
    else if (object instanceof Points) object.material = toPointMaterial(object, loaded.isBare(object));
    if (hasGeometry(object)) object.frustumCulled = false;
  });
  pose(loaded);
  // Files can lock the matrix of their root; ours can be moved and scaled.
  const stand = new Group();
  stand.add(root);
  stand.updateMatrixWorld(true);
  for (const object of listDrawn(stand)) if (object instanceof SkinnedMesh) object.skeleton.update();
  return stand;
}
