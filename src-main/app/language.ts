import { z } from 'zod';

/** The languages that the pages are written in. */
export const Language = z.enum(['en', 'de']);
export type Language = z.infer<typeof Language>;
