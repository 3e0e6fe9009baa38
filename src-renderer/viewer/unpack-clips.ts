import {
  AnimationClip,
  Interpolant,
  type KeyframeTrack,
  NumberKeyframeTrack,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import type { PackedClip } from './reading/packed-model.ts';

type PackedTrack = PackedClip['tracks'][number];

const tracksByKind = {
  number: NumberKeyframeTrack,
  vector: VectorKeyframeTrack,
  quaternion: QuaternionKeyframeTrack,
} as const;

/** The cubic Hermite spline of glTF 2.0, appendix C: each key contains in-tangent, value and out-tangent. */
class CubicInterpolant extends Interpolant {
  readonly #isRotation: boolean;

  constructor(track: KeyframeTrack, isRotation: boolean, result: Float32Array | undefined) {
    super(track.times, track.values, track.getValueSize() / 3, result);
    this.#isRotation = isRotation;
  }

  override interpolate_(right: number, from: number, time: number, to: number) {
    const { sampleValues, valueSize, resultBuffer } = this;
    const span = to - from;
    const at = (time - from) / span;
    const [before, after] = [(right - 1) * 3 * valueSize, right * 3 * valueSize];
    const read = (index: number) => sampleValues[index] ?? 0;
    let length = 0;
    for (let part = 0; part < valueSize; part += 1) {
      const start = read(before + valueSize + part);
      const end = read(after + valueSize + part);
      const out = span * read(before + 2 * valueSize + part);
      const into = span * read(after + part);
      const bend = 2 * (start - end) + out + into;
      const value = start + at * (out + at * (3 * (end - start) - 2 * out - into + at * bend));
      resultBuffer[part] = value;
      length += value * value;
    }
    if (this.#isRotation && length > 0)
      for (let part = 0; part < valueSize; part += 1)
        resultBuffer[part] = (resultBuffer[part] ?? 0) / Math.sqrt(length);
    return resultBuffer;
  }

  override copySampleValue_(index: number) {
    const { sampleValues, valueSize, resultBuffer } = this;
    for (let part = 0; part < valueSize; part += 1)
      resultBuffer[part] = sampleValues[(index * 3 + 1) * valueSize + part] ?? 0;
    return resultBuffer;
  }
}

function unpackTrack({ kind, name, times, values, interpolation, isCubic }: PackedTrack): KeyframeTrack {
  const track = new tracksByKind[kind](name, times, values);
  if (!isCubic) return track.setInterpolation(interpolation);
  const createInterpolant = (result?: Float32Array) =>
    new CubicInterpolant(track, kind === 'quaternion', result);
  return Object.assign(track, { createInterpolant });
}

/** Returns the animations of a model from the worker. */
export const unpackClips = (clips: readonly PackedClip[]): readonly AnimationClip[] =>
  clips.map(({ name, duration, tracks }) => new AnimationClip(name, duration, tracks.map(unpackTrack)));
