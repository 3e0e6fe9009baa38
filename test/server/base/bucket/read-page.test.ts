import { expect, test } from 'vitest';
import { readPage } from '../../../../server/base/bucket/read-page.ts';

const wrap = (inside: string) =>
  `<?xml version="1.0"?><ListBucketResult xmlns="x">${inside}</ListBucketResult>`;
const object = (key: string, more = '<ETag>&quot;e-2&quot;</ETag><Size>3</Size>') =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>${more}</Contents>`;

test.each([
  ['a+b%2Bc/%C3%BC%26.obj', '<EncodingType>url</EncodingType>', 'a b+c/ü&.obj'],
  ['a%20b.obj', '<EncodingType>url</EncodingType>', 'a b.obj'],
  ['a+b &amp; &#252;%20.obj', '', 'a+b & ü%20.obj'],
])('reads the key %s', (written, encoding, key) => {
  const { objects, next } = readPage(wrap(encoding + object(written)));

  expect(objects).toEqual([{ key, size: 3, etag: '"e-2"', modified: Date.UTC(2026, 0, 2, 3, 4, 5) }]);
  expect(next).toBeNull();
});

test.each([
  ['another document', '<html></html>'],
  ['an object without ETag', wrap(object('a', '<Size>3</Size>'))],
  ['an object of no size', wrap(object('a', '<ETag>e</ETag><Size>-1</Size>'))],
  ['a page that leads nowhere', wrap('<IsTruncated>true</IsTruncated>')],
])('refuses %s', (_, xml) => {
  expect(() => readPage(xml)).toThrow();
});
