import type { Accessor, Document, Node } from '@gltf-transform/core';
import { type AnimationClip, type KeyframeTrack, type Object3D, PropertyBinding } from 'three';

type Source = {
  readonly root: Object3D;
  readonly nodes: ReadonlyMap<Object3D, Node>;
  readonly clips: readonly AnimationClip[];
  readonly createAccessor: (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array<ArrayBuffer>) => Accessor;
};

const paths = { position: 'translation', quaternion: 'rotation', scale: 'scale' } as const;
const isPath = (name: string): name is keyof typeof paths => Object.hasOwn(paths, name);

/** Normalises quaternions, each in the hemisphere of the one before. */
function tidyRotations(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let at = 0; at < values.length; at += 4) {
    const length = Math.hypot(...values.subarray(at, at + 4)) || 1;
    for (let part = at; part < at + 4; part += 1) values[part] = (values[part] ?? 0) / length;
  }
  return values;
}

/** Keys in order of time, without NaN; the first of several at the same time. */
function readKeys({ times, values }: KeyframeTrack) {
  const width = values.length / times.length;
  const isWhole = (at: number) =>
    [times[at] ?? 0, ...values.subarray(at * width, (at + 1) * width)].every(Number.isFinite);
  const kept = [...times.keys()]
    .filter(isWhole)
    .filter((at, index, all) => index === 0 || (times[at] ?? 0) > (times[all[index - 1] ?? 0] ?? 0));
  const picked = new Float32Array(kept.length * width);
  for (const [index, at] of kept.entries())
    picked.set(values.subarray(at * width, (at + 1) * width), index * width);
  return { times: Float32Array.from(kept, (at) => times[at] ?? 0), values: picked };
}

/** Writes animation clips of three.js: translation, rotation and scale. */
export function writeAnimations(document: Document, { root, nodes, clips, createAccessor }: Source): void {
  for (const clip of clips) {
    const animation = document.createAnimation(clip.name);
    const moved = new Set<string>();
    for (const track of clip.tracks) {
      const { nodeName, propertyName } = PropertyBinding.parseTrackName(track.name);
      const object = PropertyBinding.findNode(root, nodeName);
      const node = [...nodes].find(([own]) => own === object)?.[1];
      // If several tracks drive one property, the first wins: glTF allows no more.
      const target = `${nodeName}.${propertyName}`;
      if (!node || !isPath(propertyName) || moved.has(target)) continue;
      const { times, values } = readKeys(track);
      if (times.length === 0) continue;
      moved.add(target);
      const path = paths[propertyName];
      const output =
        path === 'rotation' ? createAccessor('VEC4', tidyRotations(values)) : createAccessor('VEC3', values);
      const sampler = document
        .createAnimationSampler()
        .setInput(createAccessor('SCALAR', times))
        .setOutput(output);
      const channel = document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath(path)
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    }
    if (animation.listChannels().length === 0) animation.dispose();
  }
}
