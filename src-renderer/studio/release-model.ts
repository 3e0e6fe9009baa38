import { type Material, type Object3D, Texture } from 'three';
import { hasGeometry, materialsOf } from './drawn-objects.ts';

function releaseMaterial(material: Material): void {
  for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
  material.dispose();
}

/** Gives back what a model keeps on the graphics card. */
export function releaseModel(root: Object3D): void {
  root.traverse((object) => {
    if (!hasGeometry(object)) return;
    object.geometry.dispose();
    for (const material of materialsOf(object)) releaseMaterial(material);
  });
}
