import { z } from 'zod';
import { isSameText, sign } from '../../../base/keys.ts';
import { PlainText } from '../../../contract/common.ts';
import { createReadClientDocument, isDocumentAddress, ReturnAddresses } from './client-documents.ts';
import { OauthError } from './oauth-error.ts';
import { isKnownAddress } from './return-addresses.ts';

export type OauthClient = {
  readonly id: string;
  readonly name: string;
  /** Host of the document that describes it; null if it registered itself. */
  readonly host: string | null;
  readonly returnAddresses: readonly string[];
};
export type OauthClients = NonNullable<ReturnType<typeof createOauthClients>>;

/** An app's registration (RFC 7591); unsupported fields are ignored, as the standard allows. */
const Registration = z.object({
  client_name: PlainText.max(100).optional(),
  redirect_uris: ReturnAddresses,
});
const Registered = z.tuple([z.string(), z.array(z.string())]);
const purpose = 'oauth client';
const prefix = 'reg.';

/**
 * The apps that can sign users in. The ID of an app that registers itself contains its registration, sealed with the
 * server's key, so unused apps take no storage. Null if no apps are allowed.
 */
export function createOauthClients(
  mode: 'open' | 'known' | 'off',
  key: Buffer,
  readDocument = createReadClientDocument(),
) {
  if (mode === 'off') return null;
  const isTaken = (addresses: readonly string[]) => mode === 'open' || addresses.every(isKnownAddress);
  const requireKnown = (addresses: readonly string[]) => {
    if (isTaken(addresses)) return;
    throw new OauthError(
      'invalid_redirect_uri',
      'This server signs in only apps on your computer and well-known services. Ask its admin.',
    );
  };
  const open = (id: string): OauthClient | null => {
    const [text = '', signature = ''] = id.slice(prefix.length).split('.');
    if (!id.startsWith(prefix) || !isSameText(signature, sign(key, purpose, [text]))) return null;
    const [name, returnAddresses] = Registered.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    // The mode may have become stricter since the app registered.
    return isTaken(returnAddresses) ? { id, name, host: null, returnAddresses } : null;
  };
  return {
    /** Whether an app's ID can be the URL of its document. */
    readsDocuments: mode === 'open',
    register(given: unknown): OauthClient {
      const parsed = Registration.safeParse(given);
      if (!parsed.success) {
        const isAddress = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
        throw isAddress
          ? new OauthError(
              'invalid_redirect_uri',
              'Send redirect_uris with 1 to 10 addresses: https, http of this computer, or a scheme of your own.',
            )
          : new OauthError(
              'invalid_client_metadata',
              'Send client_name as plain text of at most 100 characters.',
            );
      }
      const { client_name: name = 'Unnamed app', redirect_uris: returnAddresses } = parsed.data;
      requireKnown(returnAddresses);
      const text = Buffer.from(JSON.stringify([name, returnAddresses])).toString('base64url');
      return { id: `${prefix}${text}.${sign(key, purpose, [text])}`, name, host: null, returnAddresses };
    },
    /** Null for an unknown app, or one whose document cannot be read. */
    async find(id: string): Promise<OauthClient | null> {
      if (!isDocumentAddress(id)) return open(id);
      if (mode === 'known') return null;
      const { host } = new URL(id);
      try {
        const { client_name: name = host, redirect_uris: returnAddresses } = await readDocument(id);
        return { id, name, host, returnAddresses };
      } catch {
        return null;
      }
    },
  };
}
