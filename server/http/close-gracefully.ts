import type { FastifyInstance } from 'fastify';
import { limits } from '../contract/limits.ts';

/** Accepts nothing new, lets what runs finish for ten seconds, then cuts it. */
export async function closeGracefully(http: FastifyInstance): Promise<void> {
  // A kept-alive connection that was busy when the closing began would else stay open while idle.
  const dropIdle = setInterval(() => http.server.closeIdleConnections(), 100);
  const dropAll = setTimeout(() => http.server.closeAllConnections(), limits.shutdown);
  await http.close();
  clearInterval(dropIdle);
  clearTimeout(dropAll);
}
