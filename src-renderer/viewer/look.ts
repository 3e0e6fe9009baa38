import type { LightName } from '../studio/stage.ts';

/** Pictures of a material, by three's names. */
export const mapNames = [
  'map',
  'normalMap',
  'roughnessMap',
  'metalnessMap',
  'aoMap',
  'emissiveMap',
  'alphaMap',
  'bumpMap',
] as const;
export type MapName = (typeof mapNames)[number];

/** The model's surface: its own materials, one for everything, or only one of its pictures. */
export type SurfaceName = 'materials' | 'clay' | 'matcap' | 'normals' | 'uv' | MapName;

export const lightNames = ['studio', 'side', 'back', 'even'] as const satisfies readonly LightName[];

export const groundNames = ['paper', 'grid', 'page'] as const;
/** The ground and background: the studio's paper, a grid with its unit, or the page's own colour. */
export type GroundName = (typeof groundNames)[number];

export type Look = {
  readonly surface: SurfaceName;
  readonly isWireframe: boolean;
  readonly light: LightName;
  readonly ground: GroundName;
  readonly hasBox: boolean;
  readonly hasPerson: boolean;
  readonly isMeasuring: boolean;
  /** True if its parts are moved apart. */
  readonly isExploded: boolean;
};

export const plainLook: Look = {
  surface: 'materials',
  isWireframe: false,
  light: 'studio',
  ground: 'paper',
  hasBox: false,
  hasPerson: false,
  isMeasuring: false,
  isExploded: false,
};
