import type {
  AttachedBindMode,
  CompressedTextureMipmap,
  DetachedBindMode,
  InterpolationModes,
  Texture,
  TypedArray,
} from 'three';
import type { ModelSize } from './reading-limits.ts';

/**
 * A model as it is sent from the worker to the page: numbers and names in lists that refer to each other by index, and
 * arrays and pictures that are transferred, not copied.
 */
export type PackedModel = {
  readonly size: ModelSize;
  readonly buffers: readonly { readonly array: TypedArray; readonly stride: number }[];
  readonly attributes: readonly PackedAttribute[];
  readonly geometries: readonly PackedGeometry[];
  readonly pictures: readonly PackedPicture[];
  readonly textures: readonly PackedTexture[];
  readonly materials: readonly PackedMaterial[];
  /** Parents before their children; the first is the model. */
  readonly objects: readonly PackedObject[];
  readonly skeletons: readonly PackedSkeleton[];
  readonly clips: readonly PackedClip[];
  readonly metresPerUnit: number | null;
  readonly vertices: number | null;
  /** The object that the clips animate. */
  readonly root: number;
  readonly view: PackedView;
};

export type PackedAttribute = {
  readonly itemSize: number;
  readonly isNormalised: boolean;
} & (
  | { readonly array: TypedArray }
  | { readonly buffer: number; readonly offset: number; readonly count: number }
);

export type PackedGeometry = {
  readonly index: number | null;
  readonly attributes: readonly (readonly [name: string, attribute: number])[];
  readonly morphs: readonly (readonly [name: string, attributes: readonly number[]])[];
  /** The material of each part, if there are several. */
  readonly groups: readonly {
    readonly start: number;
    readonly count: number;
    readonly materialIndex?: number | undefined;
  }[];
  readonly areMorphsRelative: boolean;
};

export type PackedPicture =
  | { readonly kind: 'bitmap'; readonly image: ImageBitmap }
  | { readonly kind: 'compressed'; readonly mipmaps: CompressedTextureMipmap[] }
  | {
      readonly kind: 'data';
      readonly data: TypedArray | null;
      readonly width: number;
      readonly height: number;
      readonly mipmaps: Texture['mipmaps'];
    };

/** Numbers, booleans and texts of a texture or material, by name; a pair is a Vector2, a triple a colour. */
export type PackedValues = Readonly<Record<string, PackedValue>>;
export type PackedValue =
  | number
  | boolean
  | string
  | null
  | readonly [number, number]
  | readonly [number, number, number];

export type PackedTexture = { readonly picture: number; readonly values: PackedValues };
export type PackedMaterial = {
  readonly type: string;
  readonly values: PackedValues;
  readonly textures: readonly (readonly [name: string, texture: number])[];
};

export type ObjectKind =
  | 'bone'
  | 'group'
  | 'instances'
  | 'line'
  | 'loop'
  | 'mesh'
  | 'object'
  | 'points'
  | 'segments'
  | 'skin';

export type PackedObject = {
  readonly kind: ObjectKind;
  readonly parent: number | null;
  readonly uuid: string;
  readonly name: string;
  readonly isVisible: boolean;
  /** Position, rotation and scale. */
  readonly place: readonly number[];
  readonly drawn: {
    readonly geometry: number;
    readonly materials: number | readonly number[];
    readonly castsShadow: boolean;
    readonly influences: readonly number[] | null;
    readonly instances: { readonly matrices: TypedArray; readonly colours: TypedArray | null } | null;
    readonly skin: {
      readonly skeleton: number;
      readonly bindMode: typeof AttachedBindMode | typeof DetachedBindMode;
      readonly bindMatrix: readonly number[];
    } | null;
  } | null;
};

/** Bones by object index; null for a bone outside the model. */
export type PackedSkeleton = {
  readonly bones: readonly (number | null)[];
  readonly inverses: readonly (readonly number[])[];
};

export type PackedClip = {
  readonly name: string;
  readonly duration: number;
  readonly tracks: readonly {
    readonly kind: 'number' | 'vector' | 'quaternion';
    readonly name: string;
    readonly times: TypedArray;
    readonly values: TypedArray;
    readonly interpolation: InterpolationModes;
    /** True if each key has three values: tangent, value, tangent. */
    readonly isCubic: boolean;
  }[];
};

export type PackedView = {
  readonly fieldOfView: number;
  readonly near: number;
  readonly far: number;
  /** Position, rotation and scale. */
  readonly place: readonly number[];
  /** Two opposite corners of the model's bounding box. */
  readonly box: readonly [readonly number[], readonly number[]];
};
