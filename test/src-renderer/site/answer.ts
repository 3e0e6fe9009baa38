export type Answer = { readonly status: number; readonly body: unknown };

export function fail(status: number, code: string, message: string, details?: object): Answer {
  return { status, body: { ok: false, code, message, ...(details && { details }), requestId: 'req-1' } };
}

/** What a server answers while it builds its search index; null for what needs no index. */
export function refuseUnindexed({ pathname }: URL, percent: number): Answer | null {
  if (!/^\/api-embeddings\/(filters)?$|\/similar$/.test(pathname)) return null;
  const message = `The search index is being built: ${percent}% done. Try again in a moment.`;
  return fail(503, 'UNAVAILABLE', message, { percent, retryAfterSeconds: 1 });
}
