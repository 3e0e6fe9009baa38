import {
  CompressedCubeTexture,
  type CompressedTextureMipmap,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
} from 'three';
import { roomLight } from './room-light.generated.ts';

/**
 * Face widths in pixels of each cube level, from mirror to roughest surface. The room has no finer detail, as its light
 * is soft.
 */
export const roomSizes = [64, 32, 16, 8, 4] as const;
/** Returns the roughness of a level: three's shaders look it up at `last * r * (2 - r)`. */
export const toRoughness = (level: number) => 1 - Math.sqrt(1 - level / (roomSizes.length - 1));

const one = DataUtils.toHalfFloat(1);

/** Base 64 digits. */
export const digitSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Bits of each half float that make no visible difference. */
export const droppedBits = 3;

/**
 * Unpacks half floats, each stored as the difference from the previous one in two digits, all low digits before all
 * high ones: this compresses to a fifth of the bytes.
 */
function unpackNumbers(packed: string): Uint16Array {
  const digits = new Map([...digitSigns].map((sign, digit) => [sign, digit]));
  const digitAt = (at: number) => digits.get(packed.charAt(at)) ?? 0;
  const count = packed.length / 2;
  let step = 0;
  return Uint16Array.from({ length: count }, (_, at) => {
    const code = digitAt(at) + 64 * digitAt(count + at);
    step += code % 2 === 1 ? -(code + 1) / 2 : code / 2;
    return step * 2 ** droppedBits;
  });
}

/**
 * The light of the room around a model, for every roughness: the cube that three's PMREMGenerator would create from its
 * own room. It is prebuilt (`room-light.generated.ts`), as rendering and filtering it takes a third of a second without
 * a graphics card.
 */
export function createLightRoom(): CompressedCubeTexture {
  const numbers = unpackNumbers(roomLight);
  let at = 0;
  const [size] = roomSizes;
  const faces = Array.from({ length: 6 }, () => ({
    ...{ width: size, height: size },
    mipmaps: [] as CompressedTextureMipmap[],
  }));
  for (const side of roomSizes)
    for (const { mipmaps } of faces) {
      const data = new Uint16Array(side * side * 4);
      for (let pixel = 0; pixel < data.length; pixel += 4) {
        data.fill(numbers[at] ?? 0, pixel, pixel + 3);
        data[pixel + 3] = one;
        at += 1;
      }
      mipmaps.push({ data, width: side, height: side });
    }
  return Object.assign(new CompressedCubeTexture(faces), {
    ...{ type: HalfFloatType, colorSpace: LinearSRGBColorSpace },
    ...{ magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter },
    // Faces are oriented as in a render target.
    ...{ isPMREMTexture: true, isRenderTargetTexture: true, needsUpdate: true },
  });
}
