import type { Config } from '../../../config.ts';
import { createOauthClients } from './oauth-clients.ts';
import { createOauthGrants, type GrantParts } from './oauth-grants.ts';

export type Oauth = ReturnType<typeof createOauth>;

type Parts = GrantParts & { readonly config: Pick<Config, 'oauthClients'>; readonly key: Buffer };

/** Who may ask for tokens, and the tokens. */
export const createOauth = ({ config, key, ...parts }: Parts) => ({
  /** null: agents sign in by no OAuth but the device flow. */
  clients: createOauthClients(config.oauthClients, key),
  grants: createOauthGrants(parts),
});
