import {
  type AnimationClip,
  Bone,
  Group,
  InstancedMesh,
  InterpolateLinear,
  type KeyframeTrack,
  Line,
  LineLoop,
  LineSegments,
  Mesh,
  type Object3D,
  Points,
  QuaternionKeyframeTrack,
  type Skeleton,
  SkinnedMesh,
  VectorKeyframeTrack,
} from 'three';
import { hasGeometry, materialsOf } from '../../studio/drawn-objects.ts';
import type { Frame } from '../../studio/frame-model.ts';
import { listObjects, measureModel } from './measure-model.ts';
import { numberItems } from './number-items.ts';
import { createShapePacker } from './pack-shapes.ts';
import { createSurfacePacker } from './pack-surfaces.ts';
import type {
  ObjectKind,
  PackedClip,
  PackedModel,
  PackedObject,
  PackedSkeleton,
  PackedView,
} from './packed-model.ts';
import type { ReadModel } from './read-model.ts';
import { requireFit } from './reading-limits.ts';

// More specific classes first.
const kinds = [
  [SkinnedMesh, 'skin'],
  [InstancedMesh, 'instances'],
  [Mesh, 'mesh'],
  [LineLoop, 'loop'],
  [LineSegments, 'segments'],
  [Line, 'line'],
  [Points, 'points'],
  [Bone, 'bone'],
  [Group, 'group'],
] as const;
const kindOf = (object: Object3D): ObjectKind =>
  kinds.find(([kind]) => object instanceof kind)?.[1] ?? 'object';

const placeOf = ({ position, quaternion, scale }: Object3D): readonly number[] => [
  ...position.toArray(),
  ...quaternion.toArray(),
  ...scale.toArray(),
];

function packTrack(track: KeyframeTrack): PackedClip['tracks'][number] {
  const isNumber = !(track instanceof QuaternionKeyframeTrack || track instanceof VectorKeyframeTrack);
  const kind = isNumber ? 'number' : track instanceof VectorKeyframeTrack ? 'vector' : 'quaternion';
  const { name, times, values } = track;
  // The loader marks this on a function that replaces the track's own.
  const make: unknown = Reflect.get(track, 'createInterpolant');
  const isCubic = typeof make === 'function' && 'isInterpolantFactoryMethodGLTFCubicSpline' in make;
  return {
    kind,
    name,
    times,
    values,
    isCubic,
    interpolation: isCubic ? InterpolateLinear : track.getInterpolation(),
  };
}

const packClip = ({ name, duration, tracks }: AnimationClip): PackedClip => ({
  name,
  duration,
  tracks: tracks.map(packTrack),
});

const packView = ({ camera, box }: Frame): PackedView => ({
  fieldOfView: camera.fov,
  near: camera.near,
  far: camera.far,
  place: placeOf(camera),
  box: [box.min.toArray(), box.max.toArray()],
});

/** Packs a model into a message. Throws ReadError if it needs more than a page can handle. */
export function packModel({ model, loaded, frame, vertices }: ReadModel): PackedModel {
  const size = measureModel({ root: model, clips: loaded.clips });
  requireFit(size);
  const objects = listObjects(model);
  const numberOf = new Map(objects.map((object, index) => [object, index]));
  const shapes = createShapePacker();
  const surfaces = createSurfacePacker();
  const skeletons = numberItems<Skeleton, PackedSkeleton>(({ bones, boneInverses }) => ({
    bones: bones.map((bone) => numberOf.get(bone) ?? null),
    inverses: boneInverses.map((inverse) => inverse.toArray()),
  }));
  const packSkin = ({ skeleton, bindMode, bindMatrix }: SkinnedMesh) => ({
    skeleton: skeletons.indexOf(skeleton),
    bindMode,
    bindMatrix: bindMatrix.toArray(),
  });
  const packDrawn = (object: Object3D): PackedObject['drawn'] => {
    if (!hasGeometry(object)) return null;
    const { instanceMatrix, instanceColor } = object instanceof InstancedMesh ? object : {};
    const materials = materialsOf(object).map(surfaces.indexOf);
    return {
      geometry: shapes.indexOf(object.geometry),
      materials: Array.isArray(object.material) ? materials : (materials[0] ?? 0),
      castsShadow: object.castShadow,
      influences: object.morphTargetInfluences ?? null,
      instances: instanceMatrix
        ? { matrices: instanceMatrix.array, colours: instanceColor?.array ?? null }
        : null,
      skin: object instanceof SkinnedMesh ? packSkin(object) : null,
    };
  };
  const packed = objects.map(
    (object): PackedObject => ({
      kind: kindOf(object),
      parent: (object !== model && object.parent ? numberOf.get(object.parent) : null) ?? null,
      uuid: object.uuid,
      name: object.name,
      isVisible: object.visible,
      place: placeOf(object),
      drawn: packDrawn(object),
    }),
  );
  const { buffers, attributes, geometries } = shapes;
  const { pictures, textures, materials } = surfaces;
  return {
    ...{ size, buffers, attributes, geometries, pictures, textures, materials },
    objects: packed,
    skeletons: skeletons.list,
    clips: loaded.clips.map(packClip),
    metresPerUnit: loaded.metresPerUnit,
    vertices,
    root: numberOf.get(loaded.root) ?? 0,
    view: packView(frame),
  };
}

/** Returns everything of a packed model that is transferred, not copied. */
export function listHandedOver(packed: PackedModel): Transferable[] {
  const arrays = [
    ...packed.buffers.map(({ array }) => array),
    ...packed.attributes.flatMap((attribute) => ('array' in attribute ? [attribute.array] : [])),
    ...packed.clips.flatMap(({ tracks }) => tracks.flatMap(({ times, values }) => [times, values])),
    ...packed.objects.flatMap(({ drawn }) => {
      const { matrices, colours } = drawn?.instances ?? {};
      return [matrices, colours].filter((array) => array !== undefined && array !== null);
    }),
  ];
  const buffers = new Set(arrays.map(({ buffer }) => buffer).filter((one) => one instanceof ArrayBuffer));
  const images = packed.pictures.flatMap((picture) => (picture.kind === 'bitmap' ? [picture.image] : []));
  return [...buffers, ...images];
}
