export type ListedObject = {
  readonly key: string;
  readonly size: number;
  /** Including the quotation marks. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
};

export type ListPage = {
  readonly objects: readonly ListedObject[];
  /** Token of the next page; null on the last one. */
  readonly next: string | null;
};

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeXml = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return names[name] ?? all;
  });

export function readElement(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? null : decodeXml(found);
}

/** Amazon encodes a space as a plus, other stores as %20; all encode the plus itself. */
const decodeKey = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** Parses a page of ListObjectsV2. Throws if the XML is something else or describes an impossible object. */
export function readPage(xml: string): ListPage {
  if (!/<ListBucketResult[\s>]/.test(xml))
    throw new Error('the store answered a listing with something else');
  const isEncoded = readElement(xml, 'EncodingType') === 'url';
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, contents = '']) => {
    const written = readElement(contents, 'Key') ?? '';
    const key = isEncoded ? decodeKey(written) : written;
    const size = Number(readElement(contents, 'Size') ?? Number.NaN);
    const modified = Date.parse(readElement(contents, 'LastModified') ?? '');
    const bare = readElement(contents, 'ETag')?.replace(/^"|"$/g, '') ?? '';
    if (key === '' || bare === '' || !Number.isSafeInteger(size) || size < 0 || Number.isNaN(modified))
      throw new Error(`the store lists an object without key, size, time or ETag (${key || 'no key'})`);
    return { key, size, etag: `"${bare}"`, modified };
  });
  const isMore = readElement(xml, 'IsTruncated') === 'true';
  const next = isMore ? readElement(xml, 'NextContinuationToken') : null;
  if (isMore && !next) throw new Error('the store has a further page and does not say where');
  return { objects, next };
}
