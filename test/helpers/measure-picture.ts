import type { Page } from 'playwright';

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
 * Looks at the pixels of a picture, or of one of so many views next to each other, in a real browser; what is coloured is
 * the subject, as the backdrop is grey.
 */
export function measurePicture(
  page: Page,
  bytes: Uint8Array,
  type = 'image/webp',
  part = { view: 0, views: 1 },
): Promise<Measured> {
  const address = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return page.evaluate(
    async ({ source, view, views }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const { naturalWidth, naturalHeight: height } = image;
      const width = naturalWidth / views;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('there is no canvas');
      context.drawImage(image, -view * width, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const found = { left: width, right: -1, top: height, bottom: -1 };
      const colours = new Set<number>();
      for (let at = 0; at < data.length; at += 4) {
        const red = data[at] ?? 0;
        const green = data[at + 1] ?? 0;
        const blue = data[at + 2] ?? 0;
        colours.add((red >> 4) * 256 + (green >> 4) * 16 + (blue >> 4));
        if (Math.max(red, green, blue) - Math.min(red, green, blue) < 30) continue;
        const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
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
    },
    { source: address, ...part },
  );
}
