import { objText } from './library-folder.ts';

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A model in its own folder, with its texture in another. */
export const chair = {
  'Furniture/chair/chair.obj': objText(4, 'chair', 'chair.mtl'),
  'Furniture/chair/chair.mtl': 'newmtl wood\nmap_Kd textures/wood.png\n',
  'Furniture/chair/textures/wood.png': png,
};

/** Two models in folders of formats. */
export const pack = {
  'Pack/FBX/readme.txt': 'License: CC0',
  'Pack/OBJ/Chair.obj': objText(4, 'chair'),
  'Pack/OBJ/Table.obj': objText(6, 'table'),
  'Pack/STL/Chair.stl': `solid chair\n${'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'.repeat(4)}endsolid chair\n`,
  'Pack/License.txt': 'CC0 1.0 Universal',
};
