/** The kind of work that a request asks for; each kind has its own queue and limit. */
export const workKinds = [
  'browse',
  'direct',
  'files',
  'archives',
  'uploads',
  'passwords',
  'accounts',
  'mcp',
  'streams',
  'admin',
  'sync',
  'pages',
] as const;
type WorkKind = (typeof workKinds)[number];

/** `free`: answered at once, without a queue. */
export type Work = WorkKind | 'free';

type Rule = readonly [work: Work, address: RegExp, method?: string];

/** By the beginning of the path, of an address or of a route's pattern; the first that fits. */
const rules: readonly Rule[] = [
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
];

const fits = (method: string, path: string, [, address, only]: Rule) =>
  (only === undefined || only === method) && address.test(path);

/** Pages, their assets and posters are what no rule names. */
export function workOf(method: string, url: string): Work {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return rules.find((rule) => fits(method, path, rule))?.[0] ?? 'pages';
}
