import { packGlb } from '../helpers/sample-files.ts';

const verticesPerTriangle = 0.6;
const attributes = [
  { name: 'POSITION', type: 'VEC3', size: 3, limits: { min: [-1, -1, -1], max: [1, 1, 1] } },
  { name: 'NORMAL', type: 'VEC3', size: 3 },
  { name: 'TEXCOORD_0', type: 'VEC2', size: 2 },
] as const;

const toFloats = (count: number) =>
  Buffer.from(Float32Array.from({ length: count }, (_, index) => Math.sin(index * 1.7)).buffer);

function toIndices(triangles: number, vertices: number): Buffer {
  const corners = Array.from({ length: triangles * 3 }, (_, index) => (index * 7) % vertices);
  const { buffer } = Uint32Array.from(corners);
  return Buffer.from(vertices > 0xffff ? buffer : Uint16Array.from(corners).buffer);
}

/**
 * A GLB as exporters write it: 32 bytes for each vertex, and a list of triangles that share vertices. It ends in the
 * floats of a texture coordinate.
 */
export function typicalGlb(triangles: number): Buffer {
  const vertices = Math.ceil(triangles * verticesPerTriangle);
  const indices = toIndices(triangles, vertices);
  const padding = Buffer.alloc((4 - (indices.length % 4)) % 4);
  const body = Buffer.concat([indices, padding, ...attributes.map(({ size }) => toFloats(size * vertices))]);
  let byteOffset = indices.length + padding.length;
  const views = attributes.map(({ size }) => {
    const view = { buffer: 0, byteOffset, byteLength: size * vertices * 4 };
    byteOffset += view.byteLength;
    return view;
  });
  const accessors = attributes.map(({ type, ...attribute }, number) => ({
    ...{ bufferView: number + 1, componentType: 5126, count: vertices, type },
    ...('limits' in attribute && attribute.limits),
  }));
  const corners = { bufferView: 0, componentType: vertices > 0xffff ? 5125 : 5123, type: 'SCALAR' };
  const named = Object.fromEntries(attributes.map(({ name }, number) => [name, number + 1]));
  const document = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'Model' }],
    meshes: [{ primitives: [{ attributes: named, indices: 0, material: 0 }] }],
    materials: [{ name: 'Material', pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.5 } }],
    accessors: [{ ...corners, count: triangles * 3 }, ...accessors],
    bufferViews: [{ buffer: 0, byteLength: indices.length }, ...views],
    buffers: [{ byteLength: body.length }],
  };
  return packGlb(document, body);
}
