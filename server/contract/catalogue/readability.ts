import { type DccApp, dccApps, isGltf, isImportedBy } from './formats.ts';

/**
 * What a program must understand to read a file, beyond its format, as servers keep it and tell it to each other:
 * - of glTF and GLB the names in `extensionsRequired`, such as `KHR_texture_basisu`;
 * - of FBX how and in which version it is written: `fbx-ascii-6100`, `fbx-binary-7400`, or `fbx-ascii` without a version;
 * - of .blend files the Blender that wrote them: `blender-4.2`;
 * - of .max files the oldest 3ds Max that opens them: `max-2024`.
 */
export const requirementPattern = /^[A-Za-z0-9_.-]{1,64}$/;
/** The same as clients are told it, a fact each: `fbx:ascii` and `fbx:6100`, `blender:4.2`, `max:2024`. */
export const toldRequirementPattern = /^[A-Za-z0-9_.:-]{1,64}$/;

const kept = /^(fbx)-(ascii|binary)(?:-(\d+))?$|^(blender|max)-(.+)$/;

/** A file's requirements as clients see them; those already in that form stay as they are. */
export const tellRequirements = (requires: readonly string[]): string[] =>
  requires.flatMap((requirement) => {
    const [found, fbx, kind, version, program, maker] = kept.exec(requirement) ?? [];
    if (found === undefined) return [requirement];
    if (program !== undefined) return [`${program}:${maker}`];
    return [`${fbx}:${kind}`, ...(version === undefined ? [] : [`${fbx}:${version}`])];
  });

export const fbxRequirement = (kind: 'ascii' | 'binary', version: number | undefined) =>
  version === undefined ? `fbx-${kind}` : `fbx-${kind}-${version}`;
export const blendRequirement = (version: string) => `blender-${version}`;
export const maxRequirement = (year: number) => `max-${year}`;

/** Why an app stops at a file of a format that it imports otherwise. */
type Obstacle = {
  readonly app: DccApp;
  /** One of the file's requirements, as clients are told it. */
  readonly requirement: string;
  /** The first version of the app that reads it; absent: none is known. */
  readonly readFrom?: string;
  /** A package for the app with which it reads it. */
  readonly package?: string;
};

type Remedy = Pick<Obstacle, 'readFrom' | 'package'>;
const none: Remedy = {};

/** Read by Blender's own importer since 4.2, the oldest that the extension is for, and by glTFast for Unity. */
const readByBoth = [
  'KHR_lights_punctual',
  'KHR_materials_clearcoat',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
  'KHR_materials_variants',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
  'EXT_mesh_gpu_instancing',
];
const gltfReaders: Partial<Record<DccApp, ReadonlyMap<string, Remedy | null>>> = {
  blender: new Map<string, Remedy | null>(
    [
      ...readByBoth,
      'KHR_animation_pointer',
      'KHR_draco_mesh_compression',
      'KHR_materials_anisotropy',
      'KHR_materials_emissive_strength',
      'KHR_materials_ior',
      'KHR_materials_sheen',
      'KHR_materials_specular',
      'KHR_materials_volume',
      'EXT_texture_webp',
    ].map((name) => [name, null]),
  ),
  // What GLTFDocument.get_supported_gltf_extensions() names.
  godot: new Map<string, Remedy | null>(
    [
      'KHR_animation_pointer',
      'KHR_lights_punctual',
      'KHR_materials_emissive_strength',
      'KHR_materials_pbrSpecularGlossiness',
      'KHR_materials_unlit',
      'KHR_node_visibility',
      'KHR_texture_basisu',
      'KHR_texture_transform',
      'EXT_texture_webp',
    ].map((name) => [name, null]),
  ),
  unity: new Map<string, Remedy | null>([
    ...readByBoth.map((name): [string, null] => [name, null]),
    ['KHR_draco_mesh_compression', { package: 'com.unity.cloud.draco' }],
    ['KHR_texture_basisu', { package: 'com.unity.cloud.ktx' }],
    ['EXT_meshopt_compression', { package: 'com.unity.meshopt.decompress' }],
  ]),
};

const fbxPart = /^fbx:(ascii|binary|\d+)$/;
const oldestFbxOfBlender = 7100;
/** The first Blender with an importer that reads FBX as text and of any version. */
const newFbxOfBlender: Remedy = { readFrom: '4.5' };

/** null: nothing stops there. */
function remedyFor(app: DccApp, format: string, requirement: string): Remedy | null {
  if (isGltf(format)) {
    const known = gltfReaders[app]?.get(requirement);
    return known === undefined ? none : known;
  }
  const fbx = fbxPart.exec(requirement)?.[1];
  if (app !== 'blender' || fbx === undefined || fbx === 'binary') return null;
  return fbx === 'ascii' || Number(fbx) < oldestFbxOfBlender ? newFbxOfBlender : null;
}

/** Which apps stop at a file whose format they import, and at what; `format` is the extension in lower case. */
export const listObstacles = (format: string, requires: readonly string[]): Obstacle[] =>
  dccApps
    .filter((app) => isImportedBy(app, format))
    .flatMap((app) => {
      const found = tellRequirements(requires).flatMap((requirement) => {
        const remedy = remedyFor(app, format, requirement);
        return remedy === null ? [] : [{ app, requirement, ...remedy }];
      });
      // A newer app that helps with one thing and the other is named once.
      return found.filter(
        ({ readFrom }, at) =>
          readFrom === undefined || found.findIndex((one) => one.readFrom === readFrom) === at,
      );
    });

/** The apps that read a file as it is: those that import its format and stop at nothing in it, as far as known. */
export function listReaders(format: string, requires: readonly string[]): DccApp[] {
  const stopped = new Set(listObstacles(format, requires).map(({ app }) => app));
  // How an FBX is written decides whether Blender reads it; a damaged one stays unknown.
  if (format === 'fbx' && !tellRequirements(requires).some((one) => fbxPart.test(one)))
    stopped.add('blender');
  return dccApps.filter((app) => isImportedBy(app, format) && !stopped.has(app));
}
