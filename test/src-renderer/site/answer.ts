export type Answer = { readonly status: number; readonly body: unknown };

export function fail(status: number, code: string, message: string, details?: object): Answer {
  return { status, body: { ok: false, code, message, ...(details && { details }), requestId: 'req-1' } };
}
