import * as client from 'openid-client';
import type { Judge } from '../judge.ts';
import { admin, ask, bearer, signInBrowser } from '../people.ts';
import { withServer } from '../server-on-trial.ts';

/** A certified OAuth client: it finds the addresses on its own, lets a person approve it, and ends its token. */
export const openidClient: Judge = {
  name: 'openid-client',
  run: () =>
    withServer(async ({ baseUrl }) => {
      const settings = await client.discovery(new URL(baseUrl), 'judge', undefined, client.None(), {
        algorithm: 'oauth2',
        execute: [client.allowInsecureRequests],
      });
      const started = await client.initiateDeviceAuthorization(settings, { scope: 'balance:read' });
      const { headers } = await signInBrowser(baseUrl, admin.email, admin.password);
      const sessionId = started.device_code.split('.')[0];
      const body = { scopes: ['balance:read'] };
      await ask(baseUrl, `/api/apps/auth/session/${sessionId}/approve`, { headers, body });
      const { access_token } = await client.pollDeviceAuthorizationGrant(settings, started);
      const askBalance = () => ask(baseUrl, '/api/account/balance', { headers: bearer(access_token) });
      await askBalance();
      await client.tokenRevocation(settings, access_token);
      const isOver = await askBalance().then(
        () => false,
        (error: Error) => error.message.includes('401'),
      );
      const findings = isOver ? [] : ['The token still works after it was revoked.'];
      return { figures: 'discovery, device flow, use and revocation of a token', findings };
    }),
};
