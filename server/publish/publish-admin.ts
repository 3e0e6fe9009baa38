import { auditLog } from '../accounts/audit/audit-log.ts';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Handlers } from '../base/http/bind.ts';
import { runOn } from '../base/store/sqlite-store.ts';
import type { adminPublishRoutes } from '../contract/admin/admin-publishing.ts';
import type { Publisher } from './publisher.ts';
import type { ShownModels } from './shown-models.ts';
import type { Uploads } from './uploads.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly uploads: Uploads;
  readonly publisher: Publisher;
  readonly shown: Pick<ShownModels, 'version'>;
};

export function createPublishAdmin(parts: Parts): Pick<Handlers, keyof typeof adminPublishRoutes> {
  const { db, clock, uploads, publisher, shown } = parts;
  const email = db.prepare<[string], string>('SELECT email FROM account WHERE id = ?').pluck();
  const emailOf = (accountId: string) => email.get(accountId) ?? '';
  return {
    adminPublishing: () => ({
      ok: true,
      uploads: uploads.listAll().map(({ id, accountId, relativePath, sizeBytes, offset, expiresAt }) => ({
        ...{ uploadId: id, email: emailOf(accountId), relativePath, sizeBytes, offset },
        expiresAt: toIso(expiresAt),
      })),
      waiting: publisher.held().map(({ id, accountId, guid, product, files, at }) => ({
        ...{ publishId: id, guid, email: emailOf(accountId), at },
        ...{ title: product.title, license: product.license },
        isVersion: shown.version(guid) !== null,
        files: files.map(({ relativePath, sizeBytes, sha256 }) => ({ relativePath, sizeBytes, sha256 })),
      })),
    }),
    adminEndUpload: async ({ params: { uploadId }, caller }) => {
      const { accountId, relativePath } = uploads.listAll().find(({ id }) => id === uploadId) ?? {};
      await uploads.end(uploadId);
      const about = { accountId: accountId ?? null, details: { relativePath: relativePath ?? '' } };
      runOn(
        db,
        auditLog.note({ actor: caller.accountId, action: 'upload.end', ...about, at: toIso(clock()) }),
      );
      return null;
    },
    adminDecidePublish: async ({ params, body, caller }) => {
      await publisher.decide(params.publishId, body.isApproved, caller.accountId);
      return { ok: true };
    },
  };
}
