import { expect, test } from 'vitest';
import { explainStore } from '../../../../server/base/bucket/advise-on-store.ts';
import { createBucketClient } from '../../../../server/base/bucket/bucket-client.ts';
import { readConfig } from '../../../../server/config.ts';
import { textOf } from '../../../../server/contract/sentence.ts';
import { type StoreFault, startToyStore } from '../../../helpers/toy-store.ts';

const store = await startToyStore({ 'chair/1k/thing.obj': 'v 0 0 0' });

/** What is told of a bucket with other settings than the right ones. */
async function explain(changed: Readonly<Record<string, string>>, patienceMs = 20_000) {
  const environment = { LODESTOCK_DATA_DIR: '/nowhere', ...store.environment(), ...changed };
  const { bucket } = readConfig(environment);
  if (bucket === null) throw new Error('no bucket');
  const error: unknown = await createBucketClient({ ...bucket, patienceMs })
    .list({ prefix: '' })
    .then(
      () => null,
      (found: unknown) => found,
    );
  if (error === null) return null;
  const { says, cure } = explainStore(bucket.url, error);
  return { says: textOf(says), cure };
}

test('has nothing to say of what is right', async () => {
  expect(await explain({})).toBeNull();
});

test.each([
  ['another key', { LODESTOCK_S3_KEY_ID: 'other' }, 'InvalidAccessKeyId', 'Check LODESTOCK_S3_KEY_ID,'],
  ['another secret', { LODESTOCK_S3_SECRET: 'other' }, 'SignatureDoesNotMatch', 'Check LODESTOCK_S3_SECRET,'],
  ['another region', { LODESTOCK_S3_REGION: 'mars-1' }, 'Malformed', 'Set LODESTOCK_S3_REGION to the region'],
  ['another bucket', { LODESTOCK_LIBRARY_URL: 's3://others' }, 'NoSuchBucket', 'Check the bucket in'],
])('says what to do about %s', async (_, changed, says, cure) => {
  const told = await explain(changed);

  expect(told?.says).toContain(says);
  expect(told?.cure).toMatch(new RegExp(`^${cure}.*\\.$`));
});

test('says what to do about https where the store speaks http', async () => {
  const told = await explain({ LODESTOCK_S3_ENDPOINT: store.endpoint.replace('http:', 'https:') });

  expect(told?.cure).toContain('whether the store takes http or https');
});

test.each<[StoreFault, string]>([
  [{ kind: 'refuses', status: 403, code: 'AccessDenied' }, 'Let the key list the bucket (s3:ListBucket)'],
  [{ kind: 'refuses', status: 403, code: 'RequestTimeTooSkewed' }, 'Set the clocks'],
  [{ kind: 'refuses', status: 301, code: 'PermanentRedirect' }, 'Set LODESTOCK_S3_REGION'],
  [{ kind: 'refuses', status: 400, code: 'Whatever' }, 'http or https'],
  [{ kind: 'refuses', status: 404, code: 'Whatever' }, 'does not speak as an S3 store'],
])('says what to do about %j', async (fault, cure) => {
  await store.fail(fault);

  const told = await explain({});

  await store.fail(null);
  expect(told?.cure).toContain(cure);
});

test('gives a silent store its time once, and names it', async () => {
  await store.fail({ kind: 'silent' });
  await store.asked();

  const told = await explain({}, 30);
  const asked = await store.asked();

  await store.fail(null);
  expect(asked.length).toBeLessThan(2); // none where the time was over before it was asked
  expect(told?.says).toContain('said nothing for 0.03 s');
  expect(told?.cure).toContain('that the store runs');
  expect(await explain({})).toBeNull();
});

test.each([
  ['ENOTFOUND', 'Check the host name in LODESTOCK_S3_ENDPOINT.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'Let LODESTOCK_CA_FILE name the authority of its certificate.'],
  ['', 'Check that LODESTOCK_S3_ENDPOINT leads to an S3 store.'],
])('says what to do about the error %j', (code, cure) => {
  expect(explainStore('s3://models', Object.assign(new Error('no'), code === '' ? {} : { code })).cure).toBe(
    cure,
  );
});

test('tells the region that the store names', () => {
  const refusal = { status: 400, word: 'AuthorizationHeaderMalformed', region: 'eu-central-1' };

  const { cure } = explainStore('s3://models', Object.assign(new Error('400'), refusal));

  expect(cure).toBe("Set LODESTOCK_S3_REGION to eu-central-1, which is the bucket's region.");
});
