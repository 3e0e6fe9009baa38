import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, internalMessage } from '../../contract/errors.ts';

/** Names of RFC 6749 section 5.2 and RFC 8628 section 3.5. */
export type OauthErrorName =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'temporarily_unavailable'
  | 'server_error';

export class OauthError extends Error {
  readonly error: OauthErrorName;

  constructor(error: OauthErrorName, description: string) {
    super(description);
    this.error = error;
  }
}

const send = (reply: FastifyReply, status: number, { error, message }: OauthError) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    .send({ error, error_description: message });

/** Failures of the OAuth routes in the shape that their standard asks for, not in ours. */
export function handleOauthErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OauthError) return send(reply, 400, error);
    if (error instanceof AppError && error.code === 'RATE_LIMITED') {
      reply.header('retry-after', String(error.details?.retryAfterSeconds));
      return send(reply, 429, new OauthError('temporarily_unavailable', error.message));
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      return send(
        reply,
        status,
        new OauthError('invalid_request', 'Send the body as application/x-www-form-urlencoded.'),
      );
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return send(reply, 500, new OauthError('server_error', internalMessage));
  });
}
