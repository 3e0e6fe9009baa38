import { gltfShape } from './gltf-shape.ts';
import type { Misfit } from './json-shape.ts';

type TextureUse = { readonly index: number };

export type GltfMaterial = {
  readonly name?: unknown;
  readonly extensions?: unknown;
  readonly pbrMetallicRoughness?: {
    readonly baseColorFactor?: readonly number[];
    readonly baseColorTexture?: TextureUse;
    readonly metallicRoughnessTexture?: TextureUse;
  };
  readonly normalTexture?: TextureUse;
  readonly occlusionTexture?: TextureUse;
  readonly emissiveTexture?: TextureUse;
};

export type GltfAccessor = {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: 5120 | 5121 | 5122 | 5123 | 5125 | 5126;
  readonly count: number;
  readonly normalized?: unknown;
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT2' | 'MAT3' | 'MAT4';
  readonly max?: readonly number[];
  readonly min?: readonly number[];
  readonly sparse?: {
    readonly count: number;
    readonly indices: {
      readonly bufferView: number;
      readonly byteOffset?: number;
      readonly componentType: 5121 | 5123 | 5125;
    };
    readonly values: { readonly bufferView: number; readonly byteOffset?: number };
  };
};

export type GltfPrimitive = {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  readonly mode?: number;
  readonly targets?: readonly Readonly<Record<string, number>>[];
  readonly extensions?: { readonly KHR_draco_mesh_compression?: { readonly bufferView: number } };
};

type PackedView = { readonly buffer: number; readonly byteOffset?: number; readonly byteLength: number };

export type GltfBufferView = {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly extensions?: {
    readonly EXT_meshopt_compression?: PackedView;
    readonly KHR_meshopt_compression?: PackedView;
  };
};

export type GltfBuffer = {
  readonly uri?: string;
  readonly byteLength: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
};

export type GltfNode = {
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  readonly camera?: number;
  readonly weights?: readonly number[];
  readonly extensions?: {
    readonly EXT_mesh_gpu_instancing?: { readonly attributes: Readonly<Record<string, number>> };
  };
};

type GltfSkin = {
  readonly joints: readonly number[];
  readonly inverseBindMatrices?: number;
  readonly skeleton?: number;
};

type GltfAnimation = {
  readonly channels: readonly { readonly sampler: number; readonly target: { readonly node?: number } }[];
  readonly samplers: readonly { readonly input: number; readonly output: number }[];
};

type GltfLists = {
  readonly scenes: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes: readonly GltfNode[];
  readonly meshes: readonly {
    readonly primitives: readonly GltfPrimitive[];
    readonly weights?: readonly number[];
  }[];
  readonly skins: readonly GltfSkin[];
  readonly animations: readonly GltfAnimation[];
  readonly accessors: readonly GltfAccessor[];
  readonly bufferViews: readonly GltfBufferView[];
  readonly buffers: readonly GltfBuffer[];
  readonly materials: readonly GltfMaterial[];
  readonly textures: readonly { readonly source?: number; readonly sampler?: number }[];
  readonly samplers: readonly unknown[];
  readonly images: readonly { readonly uri?: string; readonly bufferView?: number }[];
  readonly cameras: readonly unknown[];
};

/** A glTF 2.0 document; missing lists are empty. */
export type GltfDocument = GltfLists & Told;
type Told = {
  readonly scene?: number;
  readonly asset?: unknown;
  readonly extensions?: unknown;
  readonly extensionsRequired?: readonly string[];
};

const emptyLists: GltfLists = {
  scenes: [],
  nodes: [],
  meshes: [],
  skins: [],
  animations: [],
  accessors: [],
  bufferViews: [],
  buffers: [],
  materials: [],
  textures: [],
  samplers: [],
  images: [],
  cameras: [],
};

function isGltfJson(json: unknown): json is Partial<GltfLists> & Told {
  return gltfShape(json) === null;
}

/** The document, or the first place where the JSON violates glTF 2.0. */
export function toGltfDocument(json: unknown): GltfDocument | Misfit {
  if (isGltfJson(json)) return { ...emptyLists, ...json };
  return gltfShape(json) ?? { path: '', expected: 'an object' };
}
