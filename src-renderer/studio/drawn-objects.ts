import { Line, type Material, Mesh, type Object3D, Points } from 'three';

export type Drawn = Mesh | Line | Points;

export const hasGeometry = (object: Object3D): object is Drawn =>
  object instanceof Mesh || object instanceof Line || object instanceof Points;

export const materialsOf = ({ material }: Drawn): readonly Material[] =>
  Array.isArray(material) ? material : [material];

/** Returns every visible renderable object of a scene. */
export function listDrawn(root: Object3D): readonly Drawn[] {
  const found: Drawn[] = [];
  root.traverseVisible((object) => {
    if (hasGeometry(object)) found.push(object);
  });
  return found;
}
