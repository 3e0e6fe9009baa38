import {
  AnimationClip,
  Bone,
  BoxGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  VectorKeyframeTrack,
} from 'three';
import { expect, test } from 'vitest';
import { frameModel } from '../../../src-renderer/studio/frame-model.ts';
import { listHandedOver, packModel } from '../../../src-renderer/viewer/reading/pack-model.ts';
import type { ReadModel } from '../../../src-renderer/viewer/reading/read-model.ts';
import { unpackModel } from '../../../src-renderer/viewer/unpack-model.ts';

function read(root: Object3D, clips: readonly AnimationClip[] = []): ReadModel {
  const model = new Group();
  model.add(root);
  model.updateMatrixWorld(true);
  return { model, frame: frameModel(model), loaded: { root, clips, metresPerUnit: 0.01 }, vertices: 3 };
}

/** As a worker hands it over. */
function send(given: ReadModel): ReadModel {
  const packed = packModel(given);
  return unpackModel(structuredClone(packed, { transfer: listHandedOver(packed) }));
}

function find<Kind extends Object3D>(root: Object3D, is: (object: Object3D) => object is Kind): Kind {
  const found: Kind[] = [];
  root.traverse((object) => {
    if (is(object)) found.push(object);
  });
  const [first] = found;
  if (!first) throw new Error('it did not come');
  return first;
}
const isMesh = (object: Object3D): object is Mesh => object instanceof Mesh;
const isSkinned = (object: Object3D): object is SkinnedMesh => object instanceof SkinnedMesh;
const isBone = (object: Object3D): object is Bone => object instanceof Bone;
const isInstanced = (object: Object3D): object is InstancedMesh => object instanceof InstancedMesh;
const areLines = (object: Object3D): object is LineSegments => object instanceof LineSegments;

test('brings parts of several materials and the unit over', () => {
  const red = new MeshStandardMaterial({ color: 'red' });
  const mesh = new Mesh(new BoxGeometry(1, 2, 3), [red, new MeshStandardMaterial()]);

  const { model, loaded } = send(read(mesh));

  const { geometry, material } = find(model, isMesh);
  expect(geometry.groups).toEqual(mesh.geometry.groups);
  expect([Array.isArray(material), loaded.metresPerUnit]).toEqual([true, 0.01]);
});

test('brings shapes, places and names over', () => {
  const mesh = new Mesh(new BoxGeometry(1, 2, 3), new MeshStandardMaterial());
  mesh.name = 'box';
  mesh.position.set(1, 2, 3);
  const root = new Group();
  root.add(mesh);
  const before = read(root);
  const corners = [...mesh.geometry.getAttribute('position').array];
  const camera = before.frame.camera.position.toArray();

  const { model, frame, loaded } = send(before);

  const there = find(model, isMesh);
  expect([there.name, there.position.toArray()]).toEqual(['box', [1, 2, 3]]);
  expect([...there.geometry.getAttribute('position').array]).toEqual(corners);
  expect(there.geometry.index?.count).toBe(36);
  expect(loaded.root.children).toContain(there);
  expect(frame.camera.position.toArray()).toEqual(camera);
});

test('brings every property of a material over', () => {
  const material = new MeshPhysicalMaterial({ color: 0x123456, roughness: 0.3, clearcoat: 0.7, side: 2 });
  material.specularColor = new Color(0.1, 0.2, 0.3);
  material.clearcoatNormalScale.set(0.5, 0.25);
  const other = new Mesh(new BoxGeometry(), material);
  const root = new Mesh(new BoxGeometry(), material).add(other);

  const { model } = send(read(root));

  const there = find(model, isMesh);
  expect(there.material).toMatchObject({ roughness: 0.3, clearcoat: 0.7, side: 2 });
  if (!(there.material instanceof MeshPhysicalMaterial)) throw new Error('it is of another kind');
  expect(there.material.color.getHex()).toBe(0x123456);
  expect(there.material.specularColor.toArray()).toEqual([0.1, 0.2, 0.3]);
  expect(there.material.clearcoatNormalScale.toArray()).toEqual([0.5, 0.25]);
  expect(find(there.children[0] ?? model, isMesh).material).toBe(there.material);
});

test('keeps what several attributes share in one buffer', () => {
  const shared = new InterleavedBuffer(new Float32Array([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]), 4);
  const root = new Mesh(new BoxGeometry(), new MeshStandardMaterial());
  root.geometry.deleteAttribute('normal').setIndex(null);
  root.geometry.setAttribute('position', new InterleavedBufferAttribute(shared, 3, 0));
  root.geometry.setAttribute('weight', new InterleavedBufferAttribute(shared, 1, 3));

  const { model } = send(read(root));

  const { position, weight } = find(model, isMesh).geometry.attributes;
  if (!(position instanceof InterleavedBufferAttribute) || !(weight instanceof InterleavedBufferAttribute))
    throw new Error('they are not interleaved');
  expect(position.data).toBe(weight.data);
  expect([position.getX(1), weight.getX(2)]).toEqual([1, 9]);
});

test('brings skins with their bones over', () => {
  const geometry = new BoxGeometry();
  const { count } = geometry.getAttribute('position');
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(count * 4), 4));
  const weights = Float32Array.from({ length: count * 4 }, (_value, at) => (at % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const bone = new Bone();
  bone.name = 'hip';
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial());
  const root = new Group().add(bone, mesh);
  mesh.bind(new Skeleton([bone], [new Matrix4().makeTranslation(0, 1, 0)]), new Matrix4());

  const { model } = send(read(root));

  const there = find(model, isSkinned);
  expect(there.skeleton.bones).toEqual([find(model, isBone)]);
  expect(there.skeleton.bones[0]?.name).toBe('hip');
  expect(there.skeleton.boneInverses[0]?.elements[13]).toBe(1);
});

test('brings shapes to morph into, instances and lines over', () => {
  const geometry = new BoxGeometry();
  const { count } = geometry.getAttribute('position');
  geometry.morphAttributes.position = [new Float32BufferAttribute(new Float32Array(count * 3).fill(1), 3)];
  geometry.morphTargetsRelative = true;
  const morphing = new Mesh(geometry, new MeshStandardMaterial());
  morphing.morphTargetInfluences = [0.5];
  const instances = new InstancedMesh(new BoxGeometry(), new MeshStandardMaterial(), 2);
  instances.setMatrixAt(1, new Matrix4().makeTranslation(4, 0, 0));
  const lines = new LineSegments(new BoxGeometry(), new LineBasicMaterial());

  const { model } = send(read(new Group().add(morphing, instances, lines)));

  const there = find(model, isMesh);
  const place = new Matrix4();
  find(model, isInstanced).getMatrixAt(1, place);
  expect(there.morphTargetInfluences).toEqual([0.5]);
  expect(there.geometry.morphTargetsRelative).toBe(true);
  expect(there.geometry.morphAttributes.position?.[0]?.getX(3)).toBe(1);
  expect(place.elements[12]).toBe(4);
  expect(find(model, areLines).material).toBeInstanceOf(LineBasicMaterial);
});

test('plays straight, stepped and cubic animations alike', () => {
  const root = new Mesh(new BoxGeometry(), new MeshStandardMaterial());
  const straight = new VectorKeyframeTrack('.position', [0, 2], [0, 0, 0, 4, 0, 0]);
  const turn = new QuaternionKeyframeTrack('.quaternion', [0, 1], [0, 0, 0, 1, 0, 1, 0, 0]);
  // Tangent in, value, tangent out of each key: at rest at both ends.
  const cubic = new VectorKeyframeTrack(
    '.scale',
    [0, 1],
    [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0],
  );
  const isInterpolantFactoryMethodGLTFCubicSpline = true;
  const createInterpolant = Object.assign(() => undefined, { isInterpolantFactoryMethodGLTFCubicSpline });
  Object.assign(cubic, { createInterpolant });
  const clip = new AnimationClip('moves', 2, [straight, turn, cubic]);

  const { loaded } = send(read(root, [clip]));

  const [there] = loaded.clips;
  const valuesAt = (track: number, time: number) => {
    const made: unknown = Reflect.get(there?.tracks[track] ?? {}, 'createInterpolant');
    if (typeof made !== 'function') throw new Error('the track does not play');
    const result: ArrayLike<number> = made.call(there?.tracks[track], new Float32Array(4)).evaluate(time);
    return Array.from(result);
  };
  expect([there?.name, there?.duration]).toEqual(['moves', 2]);
  expect(valuesAt(0, 1)[0]).toBe(2);
  expect(valuesAt(1, 0.5)[1]).toBeCloseTo(Math.SQRT1_2);
  expect(valuesAt(2, 0.25)[0]).toBeCloseTo(1 + 2 * 0.15625);
  expect(valuesAt(2, 1)[0]).toBe(3);
});

test('refuses a model that asks for too much to be drawn', () => {
  const shape = new BoxGeometry();
  const material = new MeshStandardMaterial();
  const root = new Group().add(...Array.from({ length: 5_001 }, () => new Mesh(shape, material)));

  expect(() => send(read(root))).toThrow('tooLarge');
});
