import type { Overlay } from './overlay-server.ts';

const refusal = {
  ok: false,
  code: 'UNAUTHENTICATED',
  message: 'This server shows its models only to people who are signed in. Sign in.',
  requestId: 'r',
};

/** Lets a stage's server show models and posters only to who is signed in, as one with a private catalogue does. */
export function makePrivate(overlay: Overlay): void {
  overlay.answer(/^\/(api-embeddings|api\/models|posters)\//, async ({ headers }, passOn) => {
    if (headers.authorization === undefined)
      return { status: 401, type: 'application/json', body: JSON.stringify(refusal) };
    const answer = await passOn();
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    return { status: answer.status, type, body: new Uint8Array(await answer.arrayBuffer()) };
  });
}
