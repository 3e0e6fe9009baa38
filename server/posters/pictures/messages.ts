import { z } from 'zod';
import { Words } from '../../contract/common.ts';
import { modelColours } from '../../contract/limits.ts';

/** Picture tasks: main colour, poster from a drawn picture, or a small copy for agents. Pictures are base64. */
export const PictureTask = z.object({ wish: z.enum(['colour', 'poster', 'preview']), picture: z.string() });
export type PictureTask = z.infer<typeof PictureTask>;

const Picture = z.string();
export const DrawnPictures = z.object({
  small: Picture,
  medium: Picture,
  large: Picture,
  jpeg: z.object({ small: Picture, medium: Picture }),
});
export type DrawnPictures = z.infer<typeof DrawnPictures>;

/** `fault` ends the sentence "The picture …". */
export const PictureNews = z.union([
  z.object({ colour: z.enum(modelColours).nullable() }),
  z.object({ pictures: DrawnPictures }),
  z.object({ preview: Picture }),
  z.object({ fault: Words }),
]);
export type PictureNews = z.infer<typeof PictureNews>;
