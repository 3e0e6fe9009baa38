/** The kinds of work that a request may ask for, by the beginning of an address or of a route's pattern; the first that fits. */
const rules = [
  ['free', /^\/(healthz|readyz|metrics)$/],
  ['browse', /^\/api-embeddings(\/|$)|^\/api\/models(\/|$)/],
  ['passwords', /^\/api\/(auth\/(register|login)|session(\/register)?|account\/password)$/, 'POST'],
  ['direct', /^\/api\/(plugin\/)?download\/|^\/download\//],
  ['files', /^\/(data|leaves|viewer-asset|blender-library\/files|updates)\//],
  ['archives', /^\/zip\//],
  ['uploads', /^\/api\/publish\/uploads(\/|$)/],
  ['streams', /^\/mcp\/sse$/],
  ['mcp', /^\/mcp(\/|$)/],
  ['sync', /^\/api-sync\//],
  ['admin', /^\/api\/(admin|posters)(\/|$)/],
  ['accounts', /^\/(api|oauth)(\/|$)/],
  ['pages', /^/], // their assets and posters as well
] as const;

/** `free` is answered at once; each other kind has its own queue and limit. */
export type Work = (typeof rules)[number][0];
export const workKinds = rules.map(([kind]) => kind).filter((kind) => kind !== 'free');

export function workOf(method: string, url: string): Work {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const rule = rules.find(
    ([, address, only]) => (only === undefined || only === method) && address.test(path),
  );
  return rule?.[0] ?? 'pages';
}
