import { routeMap } from './route-map.generated.ts';

export type WebRouteName = keyof typeof routeMap;
export type RouteInputFields = Readonly<Record<string, unknown>>;
export type BuiltRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, percent-encoded. */
  readonly address: string;
  readonly body: RouteInputFields | null;
};

/** Splits one flat input into path, query and body, as the route declares. */
export function buildRequest(name: WebRouteName, input: RouteInputFields = {}): BuiltRequest {
  const route = routeMap[name];
  const queryNames: readonly string[] = route.query;
  const inPath = new Set<string>();
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    inPath.add(field);
    return encodeURIComponent(String(input[field]));
  });
  const query = toQueryString(queryNames, input);
  const rest = Object.entries(input).filter(([field]) => !inPath.has(field) && !queryNames.includes(field));
  const hasBody = route.method !== 'GET' && (route.method !== 'DELETE' || rest.length > 0);
  return {
    method: route.method,
    address: query === '' ? path : `${path}?${query}`,
    body: hasBody ? Object.fromEntries(rest) : null,
  };
}

function toQueryString(names: readonly string[], input: RouteInputFields): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  return query.toString();
}
