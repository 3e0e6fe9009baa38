import { expect, test } from 'vitest';
import { createSigner, encodeKey } from '../../../../server/base/bucket/sign-request.ts';

test("signs as Amazon's documented example does", () => {
  const sign = createSigner({
    region: 'us-east-1',
    keyId: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  });
  const headers = { host: 'examplebucket.s3.amazonaws.com' };

  const address = sign(
    { method: 'GET', path: '/test.txt', query: {}, headers, seconds: 86_400 },
    Date.UTC(2013, 4, 24),
  );

  expect(address).toMatch(
    /&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/,
  );
});

test('encodes whatever a key may have', () => {
  expect(encodeKey("a b/ü+(1)'!*&=.obj")).toBe('a%20b/%C3%BC%2B%281%29%27%21%2A%26%3D.obj');
});
