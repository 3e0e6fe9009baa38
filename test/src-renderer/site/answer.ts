export type Answer = { readonly status: number; readonly body: unknown };

export function fail(status: number, code: string, message: string): Answer {
  return { status, body: { ok: false, code, message, requestId: 'req-1' } };
}
