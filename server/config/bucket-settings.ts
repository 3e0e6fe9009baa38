import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { type BucketSettings, readBucketUrl } from './bucket.ts';
import { isPrivateAddress } from './roles.ts';

const patienceMs = 20_000;
const isPrintable = /^[\x21-\x7e]{1,500}$/;

export const bucketSettings = {
  LODESTOCK_LIBRARY_URL: z
    .string()
    .refine((text) => readBucketUrl(text) !== null, 'Write an address like s3://bucket or s3://bucket/folder')
    .optional()
    .describe('[Bucket](../buckets.md) with your models instead, like `s3://models/studio`'),
  LODESTOCK_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'Enter a URL such as https://s3.studio.lan' })
    .optional()
    .describe('URL of the S3 store; defaults to Amazon’s'),
  LODESTOCK_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/i, 'Enter a region such as eu-central-1')
    .default('us-east-1')
    .describe('Its region; self-hosted stores usually accept any'),
  LODESTOCK_S3_KEY_ID: z
    .string()
    .regex(isPrintable, 'Enter the ID of an access key, without spaces')
    .optional()
    .describe('ID of an [access key](../buckets.md#permissions-of-the-access-key)'),
  LODESTOCK_S3_SECRET: z
    .string()
    .regex(isPrintable, 'Enter the secret of the access key, without spaces')
    .optional()
    .describe('Its secret'),
};

type Values = {
  readonly LODESTOCK_LIBRARY_URL?: string | undefined;
  readonly LODESTOCK_S3_ENDPOINT?: string | undefined;
  readonly LODESTOCK_S3_REGION: string;
  readonly LODESTOCK_S3_KEY_ID?: string | undefined;
  readonly LODESTOCK_S3_SECRET?: string | undefined;
  readonly LODESTOCK_LIBRARY_DIR?: string | undefined;
  readonly LODESTOCK_CA_FILE?: string | undefined;
  readonly LODESTOCK_ROLE: string;
  readonly LODESTOCK_DEMO?: boolean | undefined;
  readonly LODESTOCK_ACCEL: string;
  readonly LODESTOCK_BASE_URL?: string | undefined;
};

/** Whether traffic to this URL can be read on the way. Host names are checked later, when they are resolved. */
function isReadableByAll(endpoint: string | undefined): boolean {
  if (endpoint === undefined || !URL.canParse(endpoint)) return false;
  const { protocol, hostname } = new URL(endpoint);
  const address = hostname.replace(/^\[|\]$/g, '');
  const isFar = isIP(address) === 0 ? /\.amazonaws\.com$/i.test(address) : !isPrivateAddress(address);
  return protocol === 'http:' && isFar;
}

/** Reports bucket settings that are valid one by one but not together. */
export function refuseHalfBucket(value: Values, context: z.RefinementCtx) {
  const refuse = (name: keyof Values, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { LODESTOCK_LIBRARY_URL: url } = value;
  for (const name of ['LODESTOCK_S3_KEY_ID', 'LODESTOCK_S3_SECRET'] as const) {
    if (url !== undefined && value[name] === undefined)
      refuse(name, 'A library in a bucket needs an access key: its ID and its secret.');
    if (url === undefined && value[name] !== undefined)
      refuse(name, 'This has no effect without LODESTOCK_LIBRARY_URL. Set that, or remove this.');
  }
  if (url === undefined && value.LODESTOCK_ACCEL === 'bucket')
    refuse('LODESTOCK_ACCEL', 'This has no effect without LODESTOCK_LIBRARY_URL. Set that, or remove this.');
  if (url === undefined) return;
  const isEncrypted = (address = '') => address.startsWith('https:');
  if (
    value.LODESTOCK_ACCEL === 'bucket' &&
    isEncrypted(value.LODESTOCK_BASE_URL) &&
    !isEncrypted(value.LODESTOCK_S3_ENDPOINT ?? 'https:')
  )
    refuse('LODESTOCK_ACCEL', 'No app follows this server from https to a bucket on http. Use off or nginx.');
  if (isReadableByAll(value.LODESTOCK_S3_ENDPOINT))
    refuse('LODESTOCK_S3_ENDPOINT', 'Over http, your models would be readable on the internet. Use https.');
  if (value.LODESTOCK_ROLE === 'site')
    refuse('LODESTOCK_LIBRARY_URL', 'A server with the role "site" has no library. Use the role "all".');
  if (value.LODESTOCK_LIBRARY_DIR !== undefined)
    refuse(
      'LODESTOCK_LIBRARY_URL',
      'A server has one library: a folder or a bucket. Remove one of the two settings.',
    );
  if (value.LODESTOCK_DEMO === true)
    refuse(
      'LODESTOCK_DEMO',
      'The demo library can only be written to a folder, not to a bucket. Remove one of the two settings.',
    );
  if (value.LODESTOCK_ACCEL === 'caddy')
    refuse('LODESTOCK_ACCEL', 'Caddy cannot send the files of a bucket for this server. Use nginx, or off.');
}

type Environment = Readonly<Record<string, string | undefined>>;
const proxies = ['https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];

export function toBucketSettings(
  value: Values,
  dataDir: string,
  environment: Environment,
): BucketSettings | null {
  const address =
    value.LODESTOCK_LIBRARY_URL === undefined ? null : readBucketUrl(value.LODESTOCK_LIBRARY_URL);
  if (address === null) return null;
  const region = value.LODESTOCK_S3_REGION;
  return {
    ...address,
    region,
    endpoint: value.LODESTOCK_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    keyId: value.LODESTOCK_S3_KEY_ID ?? '',
    secret: value.LODESTOCK_S3_SECRET ?? '',
    caFile: value.LODESTOCK_CA_FILE ?? null,
    proxies: Object.fromEntries(proxies.map((name) => [name, environment[name]])),
    folder: path.join(dataDir, 'bucket'),
    patienceMs,
  };
}
