import type { FastifyRequest } from 'fastify';
import { isLoopback } from './network.ts';

const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a program on this machine asks. A local proxy forwards for others, unless it is trusted and says otherwise. */
export function isLocalRequest(request: FastifyRequest): boolean {
  const isPassedOn = forwarding.some((name) => request.headers[name] !== undefined);
  const isTrusted = request.ips !== undefined && request.ips.length > 1;
  return isLoopback(request.socket.remoteAddress) && isLoopback(request.ip) && (!isPassedOn || isTrusted);
}
