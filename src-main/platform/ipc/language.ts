import { z } from 'zod';

/** The languages of the pages. */
export const Language = z.enum(['en', 'de']);
export type Language = z.infer<typeof Language>;
