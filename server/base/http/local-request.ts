import type { FastifyRequest } from 'fastify';
import { isLoopback } from './network.ts';

const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Whether the request comes from a program on this machine. A local proxy does not count: what it forwards comes from
 * elsewhere, unless the proxy is trusted and says otherwise.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  const isPassedOn = forwarding.some((name) => request.headers[name] !== undefined);
  const isTrusted = request.ips !== undefined && request.ips.length > 1;
  return isLoopback(request.socket.remoteAddress) && isLoopback(request.ip) && (!isPassedOn || isTrusted);
}
