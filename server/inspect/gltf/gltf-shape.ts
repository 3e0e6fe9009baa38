import {
  flag,
  index,
  integer,
  list,
  number,
  oneOf,
  record,
  recordOf,
  type Shape,
  text,
} from './json-shape.ts';

const many = Number.POSITIVE_INFINITY;
const extensions = record({});
const texture = { index, texCoord: index, extensions };
const size = integer(1, many);

const material = record({
  pbrMetallicRoughness: record({
    baseColorFactor: list(number, { exact: 4 }),
    baseColorTexture: record(texture, 'index'),
    metallicFactor: number,
    roughnessFactor: number,
    metallicRoughnessTexture: record(texture, 'index'),
  }),
  normalTexture: record({ scale: number, ...texture }, 'index'),
  occlusionTexture: record({ strength: number, ...texture }, 'index'),
  emissiveTexture: record(texture, 'index'),
  emissiveFactor: list(number, { exact: 3 }),
  alphaMode: text,
  alphaCutoff: number,
  doubleSided: flag,
});

const sparse = record(
  {
    count: size,
    indices: record(
      { bufferView: index, byteOffset: index, componentType: oneOf(5121, 5123, 5125) },
      'bufferView',
      'componentType',
    ),
    values: record({ bufferView: index, byteOffset: index }, 'bufferView'),
  },
  'count',
  'indices',
  'values',
);

const accessor = record(
  {
    bufferView: index,
    byteOffset: index,
    componentType: oneOf(5120, 5121, 5122, 5123, 5125, 5126),
    count: size,
    type: oneOf('SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4'),
    max: list(number),
    min: list(number),
    sparse,
  },
  'componentType',
  'count',
  'type',
);

const attributes = recordOf(index);
const primitive = record(
  {
    attributes,
    indices: index,
    material: index,
    mode: integer(0, 6),
    targets: list(attributes),
    extensions: record({ KHR_draco_mesh_compression: record({ bufferView: index }, 'bufferView') }),
  },
  'attributes',
);

const meshopt = record({ buffer: index, byteOffset: index, byteLength: index }, 'buffer', 'byteLength');
const bufferView = record(
  {
    buffer: index,
    byteOffset: index,
    byteLength: size,
    byteStride: integer(4, 252),
    extensions: record({ EXT_meshopt_compression: meshopt, KHR_meshopt_compression: meshopt }),
  },
  'buffer',
  'byteLength',
);

const node = record({
  children: list(index),
  mesh: index,
  skin: index,
  camera: index,
  matrix: list(number, { exact: 16 }),
  translation: list(number, { exact: 3 }),
  rotation: list(number, { exact: 4 }),
  scale: list(number, { exact: 3 }),
  weights: list(number),
  extensions: record({ EXT_mesh_gpu_instancing: record({ attributes }, 'attributes') }),
});

const channel = record(
  { sampler: index, target: record({ node: index, path: text }, 'path') },
  'sampler',
  'target',
);
const sampler = record({ input: index, output: index, interpolation: text }, 'input', 'output');
const skin = record(
  { joints: list(index, { least: 1 }), inverseBindMatrices: index, skeleton: index },
  'joints',
);

/** The parts of glTF 2.0 that decide whether a viewer can open the file. */
export const gltfShape: Shape = record(
  {
    asset: record({ version: text, minVersion: text }, 'version'),
    scene: index,
    scenes: list(record({ nodes: list(index) })),
    nodes: list(node),
    meshes: list(record({ primitives: list(primitive, { least: 1 }), weights: list(number) }, 'primitives')),
    skins: list(skin),
    animations: list(record({ channels: list(channel), samplers: list(sampler) }, 'channels', 'samplers')),
    accessors: list(accessor),
    bufferViews: list(bufferView),
    buffers: list(record({ uri: text, byteLength: size, extensions }, 'byteLength')),
    materials: list(material),
    textures: list(record({ source: index, sampler: index })),
    samplers: list(record({ magFilter: index, minFilter: index, wrapS: index, wrapT: index })),
    images: list(record({ uri: text, bufferView: index, mimeType: text })),
    cameras: list(record({ type: text }, 'type')),
    extensionsUsed: list(text),
    extensionsRequired: list(text),
  },
  'asset',
);
