import { toServerAddress } from '../../server/contract/server-address.ts';
import type { ServerState } from '../platform/ipc/contract.ts';
import type { Http } from '../platform/network/http.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { SettingsStore } from '../platform/settings/settings.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import { createServerConnection, createServerHandlers } from '../server-connection/connection.ts';
import { createJoin } from '../server-connection/join.ts';
import { createServerLinks } from '../server-connection/links.ts';
import { createServerClient } from '../server-connection/server-client.ts';
import type { Share } from '../server-connection/server-environment.ts';
import { createSessionKeeper, KnownSessions } from '../sign-in/session.ts';
import { createSessionHandlers, createSignIn } from '../sign-in/sign-in.ts';
import type { FeatureOptions } from './feature-options.ts';
import { createLinkCheck, createLinkOpener } from './links.ts';

type Parts = FeatureOptions & {
  readonly http: Http;
  readonly keychain: Keychain;
  readonly settings: SettingsStore;
  readonly readShare: () => Share | null;
  /** Called when the user signs in or out. */
  readonly onSession: () => void;
  readonly onServer: (state: ServerState) => void;
};

/** Creates the connection to a server, the sign-in there, and the client that calls it. */
export function createServerAccess(parts: Parts) {
  const { http, keychain, settings, log, places, publish, desktop, appVersion, deviceName } = parts;
  const session = createSessionKeeper({
    keychain,
    file: createJsonFile({ file: places.session, schema: KnownSessions, log }),
    onChange() {
      publish('session.changed', session.read());
      parts.onSession();
    },
  });
  const connection = createServerConnection({
    ...createServerLinks(parts),
    async onAddress(url) {
      if (toServerAddress(url) !== session.read().serverUrl) signIn.cancel();
      await session.takeUp(url);
    },
    onChange(state) {
      publish('server.changed', state);
      parts.onServer(state);
    },
  });
  const { baseUrl } = connection;
  const client = createServerClient({
    http,
    baseUrl,
    token: session.token,
    onTokenRefused: session.refuse,
    onNoAnswer: connection.doubt,
  });
  const isAllowedLink = createLinkCheck({
    serverUrl: () => connection.read().url,
    approveUrl: () => session.read().approveUrl,
  });
  const openLink = createLinkOpener(isAllowedLink, desktop.openExternal);
  const signIn = createSignIn({
    client,
    baseUrl,
    session,
    keychain,
    openExternal: openLink,
    log,
    appVersion,
    deviceName,
  });
  const join = createJoin({
    http,
    current: () => settings.read().serverUrl,
    follow: (serverUrl) => settings.update({ serverUrl }),
  });
  return {
    ...{ session, connection, client, baseUrl, signIn, openLink },
    handlers: { ...createServerHandlers(connection, join), ...createSessionHandlers(session, signIn) },
  };
}
