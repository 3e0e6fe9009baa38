import { z } from 'zod';
import { Guid, IsoTime, Ok, Sha256 } from '../common.ts';
import { defineRoute } from '../define.ts';
import { admin, adminErrors } from './admin-accounts.ts';

const UploadId = z.string().regex(/^[0-9a-f-]{36}$/, 'this is not the id of an upload');
const PublishId = z.string().regex(/^[0-9a-f-]{36}$/, 'this is not the id of a publish');

/** Uploads that are not part of any model, and publishes that wait for an admin. */
export const adminPublishRoutes = {
  adminPublishing: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/publishing',
    summary: 'Uploads of all accounts, and publishes that wait for an admin; oldest first',
    response: z.object({
      ok: Ok,
      uploads: z.array(
        z.object({
          uploadId: UploadId,
          email: z.string(),
          relativePath: z.string(),
          sizeBytes: z.number().int(),
          offset: z.number().int().describe('Bytes that are here'),
          expiresAt: IsoTime,
        }),
      ),
      waiting: z.array(
        z.object({
          publishId: PublishId,
          guid: Guid,
          email: z.string(),
          title: z.string(),
          license: z.string(),
          isVersion: z.boolean().describe('Whether it would replace what a model shows now'),
          files: z.array(z.object({ relativePath: z.string(), sizeBytes: z.number().int(), sha256: Sha256 })),
          at: IsoTime,
        }),
      ),
    }),
    errors: adminErrors,
  }),
  adminEndUpload: defineRoute({
    ...admin,
    method: 'DELETE',
    path: '/api/admin/uploads/{uploadId}',
    summary: 'End an upload of any account, and delete what came of it',
    params: z.object({ uploadId: UploadId }),
    status: 204,
    response: z.null(),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminDecidePublish: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/publishing/{publishId}',
    summary: 'Publish what waits for an admin, or refuse it and delete its files',
    params: z.object({ publishId: PublishId }),
    body: z.object({ isApproved: z.boolean() }),
    response: z.object({ ok: Ok }),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
};
