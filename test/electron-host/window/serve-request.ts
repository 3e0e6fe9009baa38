import type { SchemeHandler } from '../api/schemes.ts';
import type { CdpPayload, CdpSession } from '../chromium/connect-cdp.ts';
import { mediaTypeOf } from '../media-types.ts';

type PausedRequest = CdpPayload<'Fetch.requestPaused'>;

type ServedRequest = {
  readonly session: CdpSession;
  readonly paused: PausedRequest;
  readonly url: string;
  readonly handler: SchemeHandler;
};

function toRequest({ request }: PausedRequest, url: string): Request {
  const entries = request.postDataEntries ?? [];
  const body = Buffer.concat(entries.map((entry) => Buffer.from(entry.bytes ?? '', 'base64')));
  const init = { method: request.method, headers: request.headers };
  return new Request(url, request.hasPostData ? { ...init, body } : init);
}

// A page may give up a request while it is being answered, so Chromium's refusal of the answer is not a fault.
async function fulfil({ session, paused, url }: ServedRequest, response: Response): Promise<void> {
  if (response.type === 'error')
    return void (await session
      .send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
      .catch(() => {}));
  const headers = new Headers(response.headers);
  if (!headers.has('content-type')) headers.set('content-type', mediaTypeOf(new URL(url).pathname));
  const body = Buffer.from(await response.arrayBuffer());
  const answer = {
    requestId: paused.requestId,
    responseCode: response.status,
    responseHeaders: Array.from(headers, ([name, value]) => ({ name, value })),
    body: body.toString('base64'),
  };
  await session.send('Fetch.fulfillRequest', answer).catch(() => {});
}

/** Answers a page's request with what the app's protocol handler returns; the body is read whole first. */
export async function serveRequest(served: ServedRequest): Promise<void> {
  const { session, paused, url, handler } = served;
  try {
    await fulfil(served, await handler(toRequest(paused, url)));
  } catch (error) {
    console.error(`electron-host: the protocol handler failed for ${url}`, error);
    await session
      .send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
      .catch(() => {});
  }
}
