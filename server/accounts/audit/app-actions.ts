import type { Steps } from '../../base/store/steps.ts';
import { type Actor, auditLog, type NewAction } from './audit-log.ts';

export type EndedToken = {
  readonly accountId: string;
  readonly kind: string;
  readonly name: string;
  /** JSON of the app that it was issued to. */
  readonly app: string | null;
};

type Grant = {
  readonly accountId: string;
  readonly app: string;
  readonly scopes: readonly string[];
  readonly until: string;
  /** The user's limits, or the app's return address; only for some apps. */
  readonly more?: NewAction['details'];
  readonly at: string;
};
type Ending = {
  /** `reuse`: its code or refresh token was used twice. */
  readonly by: 'person' | 'admin' | 'app' | 'reuse';
  /** Who ended it, if not the user or the app itself. */
  readonly actor?: Actor;
  readonly at: string;
};

/** Audit log entries for access granted to apps and ended. Run inside the transaction being recorded. */
export const appActions = {
  grant: ({ accountId, app, scopes, until, more, at }: Grant): Steps<void> =>
    auditLog.note({
      ...{ actor: accountId, action: 'app.grant', accountId, at },
      details: { app, scopes: scopes.join(' '), ...more, until },
    }),
  *end(ended: readonly EndedToken[], { by, actor, at }: Ending): Steps<void> {
    for (const { accountId, kind, name, app } of ended) {
      if (kind !== 'plugin') continue;
      const appName: string = app === null ? name : JSON.parse(app).appName;
      const about = { actor: actor === undefined ? accountId : actor, action: 'app.revoke' } as const;
      yield* auditLog.note({ ...about, accountId, details: { app: appName, by }, at });
    }
  },
};
