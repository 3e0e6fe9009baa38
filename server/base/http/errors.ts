import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { wordsOfIssue } from '../../contract/describe-issue.ts';
import { AppError, errorCodes, toErrorBody } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence, textOf } from '../../contract/sentence.ts';
import type { Storage } from '../data-folder/storage.ts';
import { leaveBody } from './admission/refusals.ts';
import { isFilePath } from './discovery-answers.ts';

/** Fastify's own errors, in our words. */
const framework: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('UNSUPPORTED_MEDIA', 'Send the body as application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new AppError(
      'TOO_LARGE',
      sentence`The body is larger than ${{ count: limits.bodyBytes }} bytes. Send less.`,
    ),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new AppError('INVALID_INPUT', 'The body is not valid JSON. Correct it and try again.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('INVALID_INPUT', 'The body is shorter or longer than its Content-Length. Send it again.'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new AppError('NOT_FOUND', 'The address is too long. Check it, or start at /.'),
  FST_ERR_BAD_URL: () =>
    new AppError('INVALID_INPUT', 'The address has a malformed percent-encoding. Correct it and try again.'),
};

function toAppError(error: unknown): unknown {
  if (error instanceof ZodError) return fromZod(error);
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = framework[code];
  if (known) return known();
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (error instanceof SyntaxError && status === 400) return framework.FST_ERR_CTP_INVALID_JSON_BODY?.();
  if (status < 400 || status >= 500) return error;
  return new AppError(
    'INVALID_INPUT',
    sentence`The request cannot be read (${{ reason: error.message }}). Correct it and try again.`,
  );
}

function fromZod(error: ZodError): AppError {
  const faults = Object.fromEntries(
    error.issues.map((issue) => [issue.path.join('.') || 'body', wordsOfIssue(issue)]),
  );
  const [field, reason] = Object.entries(faults)[0] ?? ['body', sentence`it is not valid`];
  const { key, values } = sentence`Correct ${{ field }}: ${{ reason }}.`;
  const fields = Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, textOf(fault)]));
  // The desktop and web apps also look for each field's message in the values.
  return new AppError('INVALID_INPUT', { key, values: { ...faults, ...values } }, { details: { fields } });
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error);
  const body = toErrorBody(known, request.id);
  const { status } = errorCodes[body.code];
  if (body.code === 'INTERNAL') request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (body.code === 'INSUFFICIENT_SCOPE') {
    reply.header('www-authenticate', 'Bearer error="insufficient_scope"');
  }
  const retryAfter = body.details?.retryAfterSeconds;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  leaveBody(request.raw, reply.raw);
  if (isFilePath(request.url)) reply.header('access-control-allow-origin', '*');
  reply.headers({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': body.requestId,
  });
  return reply.code(status).send(body);
}

/** Gives all errors of all routes, including the framework's, the same shape; a failed write names its cause. */
export function handleErrors(app: FastifyInstance, { explain }: Pick<Storage, 'explain'>) {
  app.setErrorHandler((error, request, reply) => sendError(explain(error), request, reply));
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

const isForPerson = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !url.startsWith('/api') && headers.accept?.includes('text/html') === true;

/** Answers unknown routes: with an error, or with a page if a browser navigates there. */
export function handleNotFound(app: FastifyInstance, sendPage?: Answer) {
  app.setNotFoundHandler((request, reply) => {
    if (sendPage && isForPerson(request)) return sendPage(request, reply.code(404));
    const message = 'There is nothing at this address. Check it, or start at /.';
    return sendError(new AppError('NOT_FOUND', message), request, reply);
  });
}
