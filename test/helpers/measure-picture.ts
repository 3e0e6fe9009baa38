import sharp, { type Sharp } from 'sharp';

export type Measured = {
  readonly width: number;
  readonly height: number;
  /** The longer side of what is coloured, as a part of the picture's. */
  readonly fill: number;
  /** How far its middle is from the picture's, as a part of the picture's side. */
  readonly offset: number;
  /** Different colours in 16 levels per channel: a blank picture has few. */
  readonly colours: number;
};

/**
 * Looks at the pixels of a picture, or of one of so many views next to each other; what is coloured is the subject, as
 * the backdrop is grey.
 */
export async function measurePicture(
  picture: Uint8Array | Sharp,
  { view, views } = { view: 0, views: 1 },
): Promise<Measured> {
  const decoded = picture instanceof Uint8Array ? sharp(picture) : picture;
  const { data, info } = await decoded.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width / views, info.height];
  const found = { left: width, right: -1, top: height, bottom: -1 };
  const colours = new Set<number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const at = (y * info.width + view * width + x) * 4;
    const isSeen = data[at + 3] !== 0; // what is clear has no colour
    const red = (isSeen && data[at]) || 0;
    const green = (isSeen && data[at + 1]) || 0;
    const blue = (isSeen && data[at + 2]) || 0;
    colours.add((red >> 4) * 256 + (green >> 4) * 16 + (blue >> 4));
    if (Math.max(red, green, blue) - Math.min(red, green, blue) < 30) continue;
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  const across = (found.left + found.right + 1) / 2 / width - 0.5;
  const down = (found.top + found.bottom + 1) / 2 / height - 0.5;
  const fill = Math.max((found.right - found.left + 1) / width, (found.bottom - found.top + 1) / height);
  return {
    width,
    height,
    fill,
    offset: Math.max(Math.abs(across), Math.abs(down)),
    colours: colours.size,
  };
}
