import type { BinChunk } from './glb-bin.ts';
import type { Spin } from './model.ts';
import type { ScenePart } from './scene.ts';

const SECONDS = 4;

/** One looping animation in which every part with a spin makes its whole turns. */
export function describeSpins(parts: readonly ScenePart[], bin: BinChunk): readonly object[] {
  const samplers: object[] = [];
  const channels: object[] = [];
  parts.forEach((part, index) => {
    if (!part.spin) return;
    const { times, rotations } = listKeys(part.spin);
    const sampler = samplers.push({
      input: bin.addAccessor(times, { type: 'SCALAR', hasBounds: true }),
      output: bin.addAccessor(rotations, { type: 'VEC4' }),
      interpolation: 'LINEAR',
    });
    channels.push({ sampler: sampler - 1, target: { node: index + 1, path: 'rotation' } });
  });
  return channels.length > 0 ? [{ name: 'turning', samplers, channels }] : [];
}

function listKeys({ axis, turns }: Spin): { readonly times: Float32Array; readonly rotations: Float32Array } {
  const steps = Math.max(4, Math.ceil(Math.abs(turns) * 8));
  const times = new Float32Array(steps + 1);
  const rotations = new Float32Array(4 * (steps + 1));
  for (let step = 0; step <= steps; step += 1) {
    const half = Math.PI * turns * (step / steps);
    const sine = Math.sin(half);
    times[step] = (SECONDS * step) / steps;
    rotations.set([axis[0] * sine, axis[1] * sine, axis[2] * sine, Math.cos(half)], 4 * step);
  }
  return { times, rotations };
}
