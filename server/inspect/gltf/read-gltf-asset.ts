const told = ['title', 'author', 'license', 'source'] as const;
const longest = 1000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const cut = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined;

/** What the asset of a glTF says of its author and licence, cut to a size that can be kept; undefined where it says nothing. */
export function readGltfAsset(asset: unknown): unknown {
  if (!isObject(asset)) return undefined;
  const copyright = cut(asset.copyright);
  const extras = isObject(asset.extras) ? asset.extras : {};
  const kept = told.flatMap((name) => {
    const value = cut(extras[name]);
    return value === undefined ? [] : [[name, value]];
  });
  if (copyright === undefined && kept.length === 0) return undefined;
  return {
    ...(copyright !== undefined && { copyright }),
    ...(kept.length > 0 && { extras: Object.fromEntries(kept) }),
  };
}
