import { multiply, zUp } from '../../shared/matrix.ts';
import { readVox } from '../../shared/vox/read-vox.ts';
import { createFaceFinder } from '../../shared/vox/vox-faces.ts';
import { readAll } from '../byte-source.ts';
import { addPolygon, clay } from './shape.ts';
import type { ReadShape } from './shape-source.ts';

const around = [0, 1, 2, 3];

export const readVoxShape: ReadShape = ({ source }, shape) => {
  const { palette, shown } = readVox(readAll(source));
  const visitFaces = createFaceFinder();
  for (const { model, place } of shown) {
    const upright = multiply(zUp, place);
    visitFaces(model, (corners, colour) =>
      addPolygon(shape, corners, around, { place: upright, colour: palette[colour] ?? clay }),
    );
  }
};
