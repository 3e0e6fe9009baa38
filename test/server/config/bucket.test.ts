import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';

const right = {
  LODESTOCK_DATA_DIR: '/nowhere',
  LODESTOCK_LIBRARY_URL: 's3://models/studio',
  LODESTOCK_S3_ENDPOINT: 'http://10.0.0.5:9000',
  LODESTOCK_S3_KEY_ID: 'key',
  LODESTOCK_S3_SECRET: 'secret',
};

test('reads a bucket with its key', () => {
  expect(readConfig(right).bucket).toMatchObject({ bucket: 'models', prefix: 'studio/', keyId: 'key' });
});

test.each([
  [
    'without the ID of a key',
    { LODESTOCK_S3_KEY_ID: '' },
    'LODESTOCK_S3_KEY_ID: A library in a bucket needs an',
  ],
  ['without its secret', { LODESTOCK_S3_SECRET: '' }, 'LODESTOCK_S3_SECRET: A library in a bucket needs an'],
  ['of a site', { LODESTOCK_ROLE: 'site' }, 'has no library'],
  ['beside a folder', { LODESTOCK_LIBRARY_DIR: '/models' }, 'a folder or a bucket'],
  ['of another kind', { LODESTOCK_LIBRARY_URL: 'gs://models' }, 'Write an address like s3://bucket'],
  ['with a way up in it', { LODESTOCK_LIBRARY_URL: 's3://models/../other' }, 'Write an address like'],
  [
    'on http that sends files for a server on https',
    { LODESTOCK_ACCEL: 'bucket', LODESTOCK_BASE_URL: 'https://models.studio.lan' },
    'No app follows this server from https',
  ],
  ['behind Caddy', { LODESTOCK_ACCEL: 'caddy' }, 'Use nginx, or off'],
  ['readable on the internet', { LODESTOCK_S3_ENDPOINT: 'http://203.0.113.9:9000' }, 'Use https'],
  [
    'readable on its way to Amazon',
    { LODESTOCK_S3_ENDPOINT: 'http://s3.eu-west-1.amazonaws.com' },
    'Use https',
  ],
])('refuses a bucket %s', (_name, changed, told) => {
  expect(() => readConfig({ ...right, ...changed })).toThrow(told);
});

test.each(['http://s3.studio.lan:9000', 'http://[fd00::5]:9000', 'https://203.0.113.9'])(
  'takes the endpoint %s',
  (LODESTOCK_S3_ENDPOINT) => {
    expect(readConfig({ ...right, LODESTOCK_S3_ENDPOINT }).bucket?.endpoint).toBe(LODESTOCK_S3_ENDPOINT);
  },
);
