import type { Config } from '../../../config.ts';
import { createOauthClients } from './oauth-clients.ts';
import { createOauthGrants, type GrantParts } from './oauth-grants.ts';

export type Oauth = ReturnType<typeof createOauth>;

type Parts = GrantParts & { readonly config: Pick<Config, 'oauthClients'>; readonly key: Buffer };

export const createOauth = ({ config, key, ...parts }: Parts) => ({
  /** Null if agents can sign in by the device flow only. */
  clients: createOauthClients(config.oauthClients, key),
  grants: createOauthGrants(parts),
});
