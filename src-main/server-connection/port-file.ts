import { createServer } from 'node:net';
import { z } from 'zod';

export const PortFile = z.object({ version: z.literal(1), port: z.number().int().min(1).max(65535) });
export type PortFile = z.infer<typeof PortFile>;

/** True when nobody else listens there on loopback. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
