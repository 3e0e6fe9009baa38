import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../../../base/data-folder/storage.ts';
import type { RouteRates } from '../../../base/http/route-rates.ts';
import { AppError, type ErrorCode, errorCodes, internalMessage } from '../../../contract/errors.ts';

/** Errors of RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2, RFC 8628 section 3.5 and RFC 8707 section 2. */
type OauthErrorName =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_response_type'
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

const waitingHelps: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'INSUFFICIENT_STORAGE']);

/** Normal answers while the user decides. */
const waits: ReadonlySet<OauthErrorName> = new Set(['authorization_pending', 'slow_down']);
type Parts = { readonly storage: Pick<Storage, 'explain'>; readonly rates: RouteRates };

/** Answers OAuth errors in the standard's form. Only mistakes count per address, so correct clients are never refused. */
export function handleOauthErrors(app: FastifyInstance, { storage, rates }: Parts) {
  app.setErrorHandler(async (thrown, request, reply) => {
    const explained = storage.explain(thrown);
    const isMistake = explained instanceof OauthError && !waits.has(explained.error);
    const error = isMistake ? await countMistake(explained, { rates, request, reply }) : explained;
    if (error instanceof OauthError) return send(reply, 400, error);
    if (error instanceof AppError && waitingHelps.has(error.code)) {
      reply.header('retry-after', String(error.details?.retryAfterSeconds));
      const refusal = new OauthError('temporarily_unavailable', error.message);
      return send(reply, errorCodes[error.code].status, refusal);
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      return send(
        reply,
        status,
        new OauthError(
          'invalid_request',
          'Send the body as a form (application/x-www-form-urlencoded); registrations, as JSON.',
        ),
      );
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return send(reply, 500, new OauthError('server_error', internalMessage));
  });
}

type Counted = { readonly rates: RouteRates; readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Returns the mistake, or RATE_LIMITED after too many. */
async function countMistake(mistake: OauthError, { rates, request, reply }: Counted): Promise<unknown> {
  try {
    await rates.count('oauthMistakes', { request, reply, caller: null });
    return mistake;
  } catch (error) {
    return error;
  }
}
