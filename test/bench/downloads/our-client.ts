import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { createBenchRunner } from './bench-runner.ts';
import { measure } from './measured.ts';

/** Downloads one model with the app's own code, into its own library. */
const [, , baseUrl = '', token = '', guid = '', scratch = ''] = process.argv;
const library = mkdtempSync(path.join(scratch, 'library-'));
const http = createHttp('0.0.0-bench');
const run = createBenchRunner({ http, baseUrl, token, scratch, library });
const client = createServerClient({ http, baseUrl: () => baseUrl, token: () => token });
await client.call('model', { guid }); // the connection and the code are warm, as in an app that has been open
await measure(async () => {
  await run(guid, { signal: new AbortController().signal, report: () => undefined });
});
process.exit();
