import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Why no program can be given names of its own here, as words for the name of a skipped test; null when it can. */
export function whyNoOwnHosts(): string | null {
  if (process.platform !== 'linux') return 'names of one program need Linux';
  const { status } = spawnSync('unshare', ['--mount', 'true']);
  return status === 0 ? null : 'mount namespaces need root';
}

/**
 * A script that runs a program for which these names stand for these addresses, as if the studio's DNS server said so.
 * The rest of the machine does not see them.
 */
export function withOwnHosts(
  folder: string,
  program: string,
  names: Readonly<Record<string, string>>,
): string {
  const hosts = path.join(folder, 'hosts');
  const lines = Object.entries({ localhost: '127.0.0.1', ...names }).map(
    ([name, address]) => `${address} ${name}`,
  );
  writeFileSync(hosts, `${lines.join('\n')}\n`);
  const script = path.join(folder, 'with-own-hosts');
  const inside = `mount --bind '${hosts}' /etc/hosts && exec '${program}' "$@"`;
  writeFileSync(
    script,
    `#!/bin/sh\nexec unshare --mount sh -c '${inside.replaceAll("'", `'\\''`)}' sh "$@"\n`,
    {
      mode: 0o755,
    },
  );
  return script;
}
