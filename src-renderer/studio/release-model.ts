import { InstancedMesh, type Material, type Object3D, SkinnedMesh, Texture } from 'three';
import { hasGeometry, materialsOf } from './drawn-objects.ts';

function releaseTexture(texture: Texture): void {
  texture.dispose();
  // Decoded pictures stay in graphics memory until closed.
  if (typeof ImageBitmap !== 'undefined' && texture.image instanceof ImageBitmap) texture.image.close();
}

function releaseMaterial(material: Material): void {
  for (const value of Object.values(material)) if (value instanceof Texture) releaseTexture(value);
  material.dispose();
}

/** Releases a model's graphics memory. */
export function releaseModel(root: Object3D): void {
  root.traverse((object) => {
    if (!hasGeometry(object)) return;
    object.geometry.dispose();
    if (object instanceof SkinnedMesh) object.skeleton.dispose();
    if (object instanceof InstancedMesh) object.dispose();
    for (const material of materialsOf(object)) releaseMaterial(material);
  });
}
