import { type DccApp, dccApps, isGltf, isImportedBy } from './formats.ts';

/**
 * What a program must understand to read a file, beyond its format, as servers store and exchange it:
 * - glTF and GLB: the names in `extensionsRequired`, such as `KHR_texture_basisu`;
 * - FBX: encoding and version: `fbx-ascii-6100`, `fbx-binary-7400`, or `fbx-ascii` without a version;
 * - .blend: the Blender that wrote it: `blender-4.2`;
 * - .max: the oldest 3ds Max that opens it: `max-2024`.
 */
export const requirementPattern = /^[A-Za-z0-9_.-]{1,64}$/;
/** The same in the form for clients, one fact each: `fbx:ascii` and `fbx:6100`, `blender:4.2`, `max:2024`. */
export const toldRequirementPattern = /^[A-Za-z0-9_.:-]{1,64}$/;

const kept = /^(fbx)-(ascii|binary)(?:-(\d+))?$|^(blender|max)-(.+)$/;

/** Converts requirements to the form for clients; those already in that form are unchanged. */
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

/** Why an app cannot read a file although it imports the format. */
type Obstacle = {
  readonly app: DccApp;
  /** One of the file's requirements, in the form for clients. */
  readonly requirement: string;
  /** The first version of the app that reads it; absent: none known. */
  readonly readFrom?: string;
  /** A package that enables the app to read it. */
  readonly package?: string;
};

type Remedy = Pick<Obstacle, 'readFrom' | 'package'>;
const none: Remedy = {};

/** Supported by Blender's own importer since 4.2, the oldest Blender with extensions, and by glTFast for Unity. */
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
  // The result of GLTFDocument.get_supported_gltf_extensions().
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
/** The first Blender whose importer reads ASCII FBX, and any version of FBX. */
const newFbxOfBlender: Remedy = { readFrom: '4.5' };

/** null: the app can read it. */
function remedyFor(app: DccApp, format: string, requirement: string): Remedy | null {
  if (isGltf(format)) {
    const known = gltfReaders[app]?.get(requirement);
    return known === undefined ? none : known;
  }
  const fbx = fbxPart.exec(requirement)?.[1];
  if (app !== 'blender' || fbx === undefined || fbx === 'binary') return null;
  return fbx === 'ascii' || Number(fbx) < oldestFbxOfBlender ? newFbxOfBlender : null;
}

/** Lists the apps that import a format but cannot read this file, and why; `format` is the extension in lower case. */
export const listObstacles = (format: string, requires: readonly string[]): Obstacle[] =>
  dccApps
    .filter((app) => isImportedBy(app, format))
    .flatMap((app) => {
      const found = tellRequirements(requires).flatMap((requirement) => {
        const remedy = remedyFor(app, format, requirement);
        return remedy === null ? [] : [{ app, requirement, ...remedy }];
      });
      // Lists a newer version of an app only once, even if it solves several problems.
      return found.filter(
        ({ readFrom }, at) =>
          readFrom === undefined || found.findIndex((one) => one.readFrom === readFrom) === at,
      );
    });

/** Lists the apps that can read a file as it is: those that import its format and have no known obstacle. */
export function listReaders(format: string, requires: readonly string[]): DccApp[] {
  const stopped = new Set(listObstacles(format, requires).map(({ app }) => app));
  // Blender's support depends on how an FBX is written, which is unknown for a damaged one.
  if (format === 'fbx' && !tellRequirements(requires).some((one) => fbxPart.test(one)))
    stopped.add('blender');
  return dccApps.filter((app) => isImportedBy(app, format) && !stopped.has(app));
}
