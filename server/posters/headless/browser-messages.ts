import { z } from 'zod';

export const BrowserTask = z.object({
  program: z.string(),
  pageUrl: z.string().describe('Address of the page that renders, with the key in its fragment'),
  pages: z.number().int().min(1),
  isSandboxed: z.boolean(),
});
export type BrowserTask = z.infer<typeof BrowserTask>;

export const BrowserNews = z.discriminatedUnion('event', [
  z.object({ event: z.literal('open') }),
  z.object({ event: z.literal('crashed'), reason: z.string() }),
  z.object({ event: z.literal('failed'), reason: z.string() }),
]);
export type BrowserNews = z.infer<typeof BrowserNews>;
