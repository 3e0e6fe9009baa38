import { Color, type Material, type Object3D, Points } from 'three';
import { listDrawn, materialsOf } from './drawn-objects.ts';
import { clayColour, clayPointColour } from './studio-materials.ts';

const hasColour = (material: Material, colour: number) =>
  'color' in material && material.color instanceof Color && material.color.getHex() === colour;
const hasMap = (material: Material) => 'map' in material && material.map !== null;

/** Returns true if a prepared model has no colours: its files contain none, or their pictures are missing. */
export function isAllClay(model: Object3D): boolean {
  const drawn = listDrawn(model);
  return (
    drawn.length > 0 &&
    drawn.every((object) =>
      materialsOf(object).every(
        (material) =>
          hasColour(material, object instanceof Points ? clayPointColour : clayColour) &&
          !hasMap(material) &&
          !material.vertexColors,
      ),
    )
  );
}
