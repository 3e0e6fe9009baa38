import { scopes } from '../../server/contract/common.ts';
import { AppError, wordsOf } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { Log } from '../platform/storage/log.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import { pollForGrant, StartedSignIn } from './poll.ts';
import type { SessionKeeper } from './session.ts';

type SignInOptions = {
  readonly client: ServerClient;
  readonly baseUrl: () => string;
  readonly session: SessionKeeper;
  readonly keychain: Keychain;
  readonly openExternal: (url: string) => Promise<void>;
  readonly log: Log;
  readonly appVersion: string;
  readonly deviceName: string;
  readonly slowDown?: number;
};

const failedMessage = 'The sign-in failed; the log has the reason. Try again.';

async function requestSignIn(options: SignInOptions): Promise<StartedSignIn> {
  const answer = await options.client.call('startSignIn', {
    appSlug: 'lodestock-desktop',
    appName: 'Lodestock',
    appVersion: options.appVersion,
    pluginFamily: 'desktop',
    deviceName: options.deviceName.slice(0, 100) || 'Computer',
    requestedScopes: [...scopes], // the server omits what the user may not grant
  });
  const started = StartedSignIn.safeParse(answer);
  if (started.success) return started.data;
  throw new AppError(
    'UNAVAILABLE',
    sentence`The server ${{ server: options.baseUrl() }} answered the sign-in in a format that Lodestock does not understand. Check the server address in Settings.`,
    { cause: started.error },
  );
}

/** Signs in by approval on the server's page in the browser. The token goes to the keychain. */
export function createSignIn(options: SignInOptions) {
  const { client, session, log } = options;
  let waiting: AbortController | null = null;

  async function openApproval(): Promise<void> {
    const { approveUrl } = session.read();
    if (!approveUrl)
      throw new AppError('NOT_FOUND', 'No sign-in is waiting for approval. Choose Sign in first.');
    await options.openExternal(approveUrl);
  }

  async function wait(started: StartedSignIn, baseUrl: string, controller: AbortController): Promise<void> {
    const slowDown = options.slowDown ?? limits.signInSession.slowDown;
    try {
      const grant = await pollForGrant({ client, started, signal: controller.signal, slowDown });
      await options.keychain.probe();
      await session.signIn(baseUrl, grant);
      log.info('sign-in.approved', { server: baseUrl });
    } catch (error) {
      if (controller.signal.aborted) return;
      log.warn('sign-in.ended', { error });
      session.endWaiting(error instanceof AppError ? wordsOf(error) : failedMessage);
    } finally {
      if (waiting === controller) waiting = null;
    }
  }

  /** Opens the approval page; resolves once it is open. Approval is awaited in the background. */
  async function start(): Promise<void> {
    if (session.read().status !== 'signed-out') return;
    const controller = new AbortController();
    waiting?.abort();
    waiting = controller;
    const baseUrl = options.baseUrl();
    const started = await requestSignIn(options);
    if (controller.signal.aborted) return;
    const { userCode, approveUrlComplete: approveUrl, expiresAt } = started;
    session.awaitApproval({ userCode, approveUrl, expiresAt });
    void wait(started, baseUrl, controller);
    await openApproval().catch((error: unknown) => log.warn('sign-in.browser-not-opened', { error }));
  }

  function cancel(): void {
    waiting?.abort();
    waiting = null;
    if (session.read().status === 'waiting') session.endWaiting(null);
  }

  async function revoke(): Promise<Words | null> {
    try {
      await client.call('logout', {});
      return null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
      log.warn('sign-out.not-told', { error });
      return sentence`You are signed out on this computer, but the server ${{ server: session.read().serverUrl ?? '' }} could not be reached to end the session. When it is back, remove this app on its Account page.`;
    }
  }

  return {
    start,
    openApproval,
    cancel,
    async signOut(): Promise<void> {
      cancel();
      if (session.read().status === 'signed-in') await session.signOut(await revoke());
    },
  };
}

export function createSessionHandlers(
  session: SessionKeeper,
  signIn: ReturnType<typeof createSignIn>,
): FeatureHandlers<'session'> {
  return {
    'session.read': session.read,
    'session.signIn': async () => {
      await signIn.start();
      return session.read();
    },
    'session.openApproval': signIn.openApproval,
    'session.cancelSignIn': () => {
      signIn.cancel();
      return session.read();
    },
    'session.signOut': async () => {
      await signIn.signOut();
      return session.read();
    },
  };
}
