import { numbersOf } from '../../shared/usd/place-prims.ts';
import { initialValue } from '../../shared/usd/usd-layer.ts';
import { listMeshes, readUsdScene } from '../archive/usd-scene.ts';
import { addPolygon, clay } from './shape.ts';
import { paint, type ReadShape } from './shape-source.ts';

export const readUsd: ReadShape = async (file, shape) => {
  const scene = await readUsdScene(file);
  if (scene === null) throw new Error('cannot be composed');
  for (const { points, counts, corners, place, properties } of listMeshes(scene)) {
    const colour = numbersOf(initialValue(properties.get('primvars:displayColor')));
    const look = { place, colour: colour.length === 3 ? paint(Array.from(colour), false) : clay };
    const places = Float64Array.from(points);
    for (let face = 0, at = 0; face < counts.length; face += 1) {
      const length = counts[face] ?? 0;
      if (length > corners.length - at) throw new RangeError('ends in the middle of its faces.');
      addPolygon(
        shape,
        places,
        Array.from({ length }, (_, index) => corners[at + index] ?? -1),
        look,
      );
      at += length;
    }
  }
};
