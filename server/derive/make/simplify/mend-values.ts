import type { Accessor, Document, Primitive } from '@gltf-transform/core';
import { toFloats } from '../read/to-floats.ts';

const directions = /^(NORMAL|TANGENT)$/;
const slack = 0.0005;

/** Normalises directions, as glTF requires; a zero vector becomes up. */
function mendDirections(accessor: Accessor): void {
  const width = accessor.getElementSize();
  const values = toFloats(accessor);
  let mended: Float32Array<ArrayBuffer> | null = null;
  for (let at = 0; at < values.length; at += width) {
    const [x = 0, y = 0, z = 0] = [values[at], values[at + 1], values[at + 2]];
    const length = Math.hypot(x, y, z);
    const hand = width === 4 ? values[at + 3] : 1;
    if (Math.abs(length - 1) <= slack && (hand === 1 || hand === -1)) continue;
    mended ??= Float32Array.from(values);
    const isGood = length > 1e-12 && Number.isFinite(length);
    mended.set(isGood ? [x / length, y / length, z / length] : [0, 1, 0], at);
    if (width === 4) mended[at + 3] = hand !== undefined && hand < 0 ? -1 : 1;
  }
  if (mended) accessor.setNormalized(false).setArray(mended);
}

/** A vertex's weights from all sets, made non-negative and normalised to a sum of 1. */
function shareOut(weights: readonly number[]): readonly number[] {
  const good = weights.map((weight) => Math.max(0, weight));
  const sum = good.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= slack && good.every((weight, at) => weight === weights[at])) return weights;
  return good.map((weight, at) => (sum > 0 ? weight / sum : Number(at === 0)));
}

function mendWeights(accessors: readonly Accessor[]): void {
  const sets = accessors.map((accessor) => Float32Array.from(toFloats(accessor)));
  const count = accessors[0]?.getCount() ?? 0;
  let isWrong = false;
  for (let vertex = 0; vertex < count; vertex += 1) {
    const weights = sets.flatMap((values) => [...values.subarray(vertex * 4, vertex * 4 + 4)]);
    const shares = shareOut(weights);
    if (shares === weights) continue;
    isWrong = true;
    for (const [number, values] of sets.entries())
      values.set(shares.slice(number * 4, number * 4 + 4), vertex * 4);
  }
  if (!isWrong) return;
  for (const [number, accessor] of accessors.entries())
    accessor.setNormalized(false).setArray(sets[number] ?? null);
}

/** A joint with weight 0 must be index 0. */
function mendJoints(joints: Accessor, weights: Accessor): void {
  const [numbers, shares] = [joints.getArray()?.slice(), toFloats(weights)];
  if (!numbers) return;
  let isWrong = false;
  for (const [at, number] of numbers.entries()) {
    if (number === 0 || shares[at] !== 0) continue;
    numbers[at] = 0;
    isWrong = true;
  }
  if (isWrong) joints.setArray(numbers);
}

type Once = (accessor: Accessor | null) => readonly Accessor[];

function mendSkin(primitive: Primitive, once: Once): void {
  const sets = primitive.listSemantics().filter((semantic) => semantic.startsWith('WEIGHTS_'));
  const weights = sets.flatMap((name) => once(primitive.getAttribute(name)));
  if (weights.length > 0) mendWeights(weights);
  for (const name of sets) {
    const own = primitive.getAttribute(name);
    const joints = primitive.getAttribute(name.replace('WEIGHTS', 'JOINTS'));
    if (joints && own) mendJoints(joints, own);
  }
}

/** Fixes values that readers tolerate but the glTF validator rejects. */
export function mendValues(document: Document): void {
  const seen = new Set<Accessor>();
  const once: Once = (accessor) => {
    if (accessor === null || seen.has(accessor)) return [];
    seen.add(accessor);
    return [accessor];
  };
  const primitives = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
  for (const primitive of primitives) {
    for (const name of primitive.listSemantics().filter((semantic) => directions.test(semantic)))
      for (const accessor of once(primitive.getAttribute(name))) mendDirections(accessor);
    mendSkin(primitive, once);
  }
}
