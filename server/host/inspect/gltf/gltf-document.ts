import { z } from 'zod';

const index = z.int().nonnegative();
const numbers = z.array(z.number());
const extensions = z.looseObject({}).optional();

const texture = z.looseObject({ index, texCoord: index.optional(), extensions });
const material = z.looseObject({
  pbrMetallicRoughness: z
    .looseObject({
      baseColorFactor: numbers.length(4).optional(),
      baseColorTexture: texture.optional(),
      metallicFactor: z.number().optional(),
      roughnessFactor: z.number().optional(),
      metallicRoughnessTexture: texture.optional(),
    })
    .optional(),
  normalTexture: texture.extend({ scale: z.number().optional() }).optional(),
  occlusionTexture: texture.extend({ strength: z.number().optional() }).optional(),
  emissiveTexture: texture.optional(),
  emissiveFactor: numbers.length(3).optional(),
  alphaMode: z.string().optional(),
  alphaCutoff: z.number().optional(),
  doubleSided: z.boolean().optional(),
});

const accessor = z.looseObject({
  bufferView: index.optional(),
  byteOffset: index.optional(),
  componentType: z.literal([5120, 5121, 5122, 5123, 5125, 5126]),
  count: z.int().positive(),
  type: z.literal(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
  max: numbers.optional(),
  min: numbers.optional(),
  sparse: z
    .looseObject({
      count: z.int().positive(),
      indices: z.looseObject({
        bufferView: index,
        byteOffset: index.optional(),
        componentType: z.literal([5121, 5123, 5125]),
      }),
      values: z.looseObject({ bufferView: index, byteOffset: index.optional() }),
    })
    .optional(),
});

const attributes = z.record(z.string(), index);
const primitive = z.looseObject({
  attributes,
  indices: index.optional(),
  material: index.optional(),
  mode: z.literal([0, 1, 2, 3, 4, 5, 6]).optional(),
  targets: z.array(attributes).optional(),
  extensions: z
    .looseObject({ KHR_draco_mesh_compression: z.looseObject({ bufferView: index }).optional() })
    .optional(),
});

const meshopt = z.looseObject({ buffer: index, byteOffset: index.optional(), byteLength: index });
const bufferView = z.looseObject({
  buffer: index,
  byteOffset: index.optional(),
  byteLength: z.int().positive(),
  byteStride: z.int().min(4).max(252).optional(),
  extensions: z
    .looseObject({ EXT_meshopt_compression: meshopt.optional(), KHR_meshopt_compression: meshopt.optional() })
    .optional(),
});

const buffer = z.looseObject({ uri: z.string().optional(), byteLength: z.int().positive(), extensions });
const image = z.looseObject({
  uri: z.string().optional(),
  bufferView: index.optional(),
  mimeType: z.string().optional(),
});
const node = z.looseObject({
  children: z.array(index).optional(),
  mesh: index.optional(),
  skin: index.optional(),
  camera: index.optional(),
  matrix: numbers.length(16).optional(),
  translation: numbers.length(3).optional(),
  rotation: numbers.length(4).optional(),
  scale: numbers.length(3).optional(),
  weights: numbers.optional(),
});
const skin = z.looseObject({
  joints: z.array(index).min(1),
  inverseBindMatrices: index.optional(),
  skeleton: index.optional(),
});
const animation = z.looseObject({
  channels: z.array(
    z.looseObject({ sampler: index, target: z.looseObject({ node: index.optional(), path: z.string() }) }),
  ),
  samplers: z.array(z.looseObject({ input: index, output: index, interpolation: z.string().optional() })),
});

/** The parts of glTF 2.0 that decide whether a viewer can open the file. */
export const GltfDocument = z.looseObject({
  asset: z.looseObject({ version: z.string(), minVersion: z.string().optional() }),
  scene: index.optional(),
  scenes: z.array(z.looseObject({ nodes: z.array(index).optional() })).default([]),
  nodes: z.array(node).default([]),
  meshes: z.array(z.looseObject({ primitives: z.array(primitive).min(1) })).default([]),
  skins: z.array(skin).default([]),
  animations: z.array(animation).default([]),
  accessors: z.array(accessor).default([]),
  bufferViews: z.array(bufferView).default([]),
  buffers: z.array(buffer).default([]),
  materials: z.array(material).default([]),
  textures: z.array(z.looseObject({ source: index.optional(), sampler: index.optional() })).default([]),
  samplers: z
    .array(z.looseObject({ wrapS: z.number().optional(), wrapT: z.number().optional() }))
    .default([]),
  images: z.array(image).default([]),
  cameras: z.array(z.looseObject({ type: z.string() })).default([]),
  extensionsRequired: z.array(z.string()).default([]),
});

export type GltfDocument = z.output<typeof GltfDocument>;
export type GltfAccessor = z.output<typeof accessor>;
export type GltfBufferView = z.output<typeof bufferView>;
export type GltfPrimitive = z.output<typeof primitive>;
