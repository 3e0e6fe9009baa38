const text = 'text/plain; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  ms: text,
  cs: text,
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  yml: 'application/yaml; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  zip: 'application/zip',
  tgz: 'application/gzip',
};

/** Returns the media type for a plugin file, feed or guide, as both the server and the app send it. */
export const assetType = (name: string): string =>
  types[/\.([^./]+)$/.exec(name)?.[1] ?? ''] ?? 'application/octet-stream';
