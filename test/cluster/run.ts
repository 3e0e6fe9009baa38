import path from 'node:path';
import { parseArgs } from 'node:util';
import { whyNoPlace } from './place.ts';

// Three sites, HAProxy, PostgreSQL and two file hosts: to look at, or to prove what docs/scaling.md says of them.
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    port: { type: 'string' },
    prove: { type: 'boolean', default: false },
    only: { type: 'string' },
    from: { type: 'string' },
  },
});
const why = whyNoPlace();
if (why !== null) {
  console.error(`The cluster cannot be started here: ${why}. On Debian: apt install postgresql-15 haproxy`);
  process.exit(1);
}
if (values.prove) {
  const { proveAll } = await import('./prove.ts');
  process.exitCode = (await proveAll({ only: values.only?.split(',') ?? null, from: values.from ?? null }))
    ? 0
    : 1;
} else {
  const { showCluster } = await import('./show.ts');
  await showCluster({
    ...(values.folder !== undefined && { folder: path.resolve(values.folder) }),
    ...(values.port !== undefined && { port: Number(values.port) }),
  });
}
process.exit();
