import { expect, test } from 'vitest';
import { describeClient } from '../../../server/base/http/describe-client.ts';

const mozilla = 'Mozilla/5.0';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
  [`${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36`, 'Chrome on Linux'],
  [`${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1`, 'Safari on iOS'],
  ['python-requests/2.32.3', 'python-requests'],
  ['<script>alert(1)</script>', 'Unknown program'],
  [undefined, 'Unknown program'],
])('reads %j as %j', (userAgent, expected) => {
  expect(describeClient(userAgent, 'Unknown program')).toBe(expected);
});
