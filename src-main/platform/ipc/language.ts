import { z } from 'zod';

export const Language = z.enum(['en', 'de']);
export type Language = z.infer<typeof Language>;
