import type { FastifyInstance } from 'fastify';

/** Whether the server is about to end: it still answers, and asks everyone to turn to another one. */
export type Leaving = {
  isLeaving(): boolean;
  leave(): void;
};

/** A server that closes is leaving too. */
export function createLeaving(http: FastifyInstance): Leaving {
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  http.addHook('preClose', async () => leave());
  return { isLeaving: () => isLeaving, leave };
}
