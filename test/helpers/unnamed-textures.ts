import sharp from 'sharp';
import { writePng } from '../../.ci/demo/write-png.ts';
import { solidModels } from './solid-models.ts';

/** Textures of a green box, each of one colour, so that a channel tells where it came from. */
export const greenSet = {
  'textures/box_albedo.png': writePng(() => [0.1, 0.6, 0.15], 16),
  'textures/box_roughness.png': writePng(() => [0.5, 0.5, 0.5], 8),
  'textures/box_metallic.png': writePng(() => [0, 0, 0], 8),
  'textures/box_normal_dx.png': writePng(() => [0.5, 0.4, 1], 16),
};

/** A box whose file names none of them: without its MTL, and with the name of a picture that is not there. */
export const greenBox = { 'box.obj': solidModels.obj?.['box.obj'] ?? '', ...greenSet };
export const greenFbx = { 'box.fbx': solidModels.fbx?.['box.fbx'] ?? '', ...greenSet };

/** The mean red, green and blue in the middle of a picture. */
export async function measureMiddle(picture: Uint8Array): Promise<readonly [number, number, number]> {
  const { width, height } = await sharp(picture).metadata();
  const side = Math.floor(Math.min(width, height) / 5);
  const middle = {
    left: Math.floor((width - side) / 2),
    top: Math.floor((height - side) / 2),
    width: side,
    height: side,
  };
  // Its statistics are those of the picture as it was read.
  const cut = await sharp(picture).extract(middle).removeAlpha().png().toBuffer();
  const { channels } = await sharp(cut).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  return [red, green, blue];
}
