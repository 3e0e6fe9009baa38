import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Storage } from '../base/data-folder/storage.ts';
import { leaveBody } from '../base/http/admission/refusals.ts';
import { type Authenticate, type Caller, requireCaller } from '../base/http/caller.ts';
import type { RouteRates } from '../base/http/route-rates.ts';
import { AppError, toErrorBody } from '../contract/errors.ts';
import { routes } from '../contract/index.ts';
import { sentence } from '../contract/sentence.ts';
import { isTus, readChecksum, readCreation, readOffset, tusFields, tusVersion } from './tus-headers.ts';
import type { Upload } from './upload-rows.ts';
import type { Uploads } from './uploads.ts';

type Parts = {
  readonly uploads: Uploads;
  readonly authenticate: Authenticate;
  /** Refuses a change from a browser session that did not come from our own page. */
  readonly sessions: { readonly guard: (request: FastifyRequest) => void };
  readonly rates: RouteRates;
  readonly storage: Pick<Storage, 'admit' | 'refusal'>;
  /** Throws if nothing can be published on this server. */
  readonly requireOpen: () => void;
};

type Named = { readonly Params: { readonly uploadId: string } };

const address = '/api/publish/uploads';
const bodyType = 'application/offset+octet-stream';
const toTime = (milliseconds: number) => new Date(milliseconds).toUTCString();

/** The protocol requires this status, even if something else is wrong too. */
function refuseVersion(request: FastifyRequest, reply: FastifyReply) {
  const message = sentence`Send the header Tus-Resumable: ${{ version: tusVersion }}; this server speaks no other version.`;
  leaveBody(request.raw, reply.raw);
  return reply.code(412).send(toErrorBody(new AppError('INVALID_INPUT', message), request.id));
}

/** Serves uploads by tus 1.0. Unauthorised, oversized or misplaced uploads are refused before a body is read. */
export function registerUploads(app: FastifyInstance, parts: Parts) {
  const { uploads, rates, storage } = parts;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const callerOf = (request: FastifyRequest) =>
    requireCaller(routes.publishUploads, callers.get(request) ?? null);
  const judge =
    (further: (request: FastifyRequest, caller: Caller) => void = () => {}): onRequestHookHandler =>
    (request, reply, done) => {
      try {
        reply.headers(tusFields);
        if (!isTus(request)) return void refuseVersion(request, reply);
        const caller = requireCaller(routes.publishUploads, parts.authenticate(request));
        if (caller.kind === 'session' && request.method !== 'HEAD') parts.sessions.guard(request);
        parts.requireOpen();
        callers.set(request, caller);
        further(request, caller);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    };
  const judgeEmpty = ({ headers }: FastifyRequest) => {
    if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined)
      throw new AppError('INVALID_INPUT', 'Create the upload first, then send its bytes with PATCH.');
  };
  const judgeBytes = (request: FastifyRequest, { accountId }: Caller) => {
    const { uploadId } = request.params as Named['Params'];
    if (request.headers['content-type'] !== bodyType)
      throw new AppError('UNSUPPORTED_MEDIA', `Send the bytes as ${bodyType}.`);
    const refused = storage.refusal();
    if (refused) throw refused;
    readChecksum(request);
    const upload = uploads.require(uploadId, accountId);
    const offset = readOffset(request);
    if (offset + Number(request.headers['content-length'] ?? 0) > upload.sizeBytes)
      throw new AppError(
        'TOO_LARGE',
        sentence`${{ file: upload.relativePath }} has ${{ count: upload.sizeBytes }} bytes, and this would be more. Start it again.`,
      );
  };
  const describe = (reply: FastifyReply, { offset, sizeBytes, expiresAt }: Upload) =>
    reply.headers({
      'upload-offset': offset,
      'upload-length': sizeBytes,
      'upload-expires': toTime(expiresAt),
      'cache-control': 'no-store',
    });

  app.register(async (scope) => {
    // The body is streamed, never buffered.
    scope.addContentTypeParser(bodyType, (_request, payload, done) => done(null, payload));

    scope.options(address, (_request, reply) => reply.code(204).headers(tusFields).send());

    scope.post(address, { onRequest: judge(judgeEmpty) }, async (request, reply) => {
      const caller = callerOf(request);
      const wish = readCreation(request);
      await rates.count('publish', { request, reply, caller });
      await storage.admit();
      const upload = await uploads.create(wish, caller.accountId);
      return describe(reply, upload).code(201).header('location', `${address}/${upload.id}`).send();
    });

    scope.head<Named>(`${address}/:uploadId`, { onRequest: judge() }, async (request, reply) => {
      const { accountId } = callerOf(request);
      return describe(reply, await uploads.find(request.params.uploadId, accountId)).send();
    });

    scope.patch<Named & { Body: Readable }>(
      `${address}/:uploadId`,
      { onRequest: judge(judgeBytes) },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const { uploadId } = request.params;
        const addition = {
          offset: readOffset(request),
          checksum: readChecksum(request),
          body: request.body,
        };
        await uploads.add(uploadId, accountId, addition);
        return describe(reply, uploads.require(uploadId, accountId)).code(204).send();
      },
    );

    scope.delete<Named>(`${address}/:uploadId`, { onRequest: judge() }, async (request, reply) => {
      const { accountId } = callerOf(request);
      await storage.admit();
      await uploads.remove(request.params.uploadId, accountId);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}
