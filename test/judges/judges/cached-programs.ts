import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programCache } from '../../helpers/cached-programs.ts';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram, type Said } from '../judge.ts';

const packages = ['godot', 'blender', 'python3-numpy', 'python3-cattr', 'python3-requests'];
const programs = ['godot', 'blender'] as const;
const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
const mirror = 'http://deb.debian.org/debian';

/** Sees the files of sid in the place of this system's, and everything else as it is. */
const wrap = (program: string) => `#!/bin/sh
exec bwrap --dev-bind / / --ro-bind '${programCache}/root/usr' /usr --die-with-parent \\
  --setenv LD_LIBRARY_PATH /usr/lib/$(uname -m)-linux-gnu/blas:/usr/lib/$(uname -m)-linux-gnu/lapack \\
  -- /usr/bin/${program} "$@"
`;

function requireSuccess({ code, text }: Said): void {
  if (code !== 0) throw new Error(text.trim().split('\n').at(-1));
}

/** Downloads the packages and what they need beside this system's own, as no administrator. */
async function download(folder: string): Promise<readonly string[]> {
  for (const name of ['lists/partial', 'archives/partial'])
    mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'status'), '');
  writeFileSync(path.join(folder, 'sources.list'), `deb [signed-by=${keys}] ${mirror} sid main\n`);
  const options = [
    `Dir::State::lists=${folder}/lists`,
    `Dir::State::status=${folder}/status`,
    `Dir::Cache=${folder}`,
    `Dir::Cache::archives=${folder}/archives`,
    `Dir::Etc::sourcelist=${folder}/sources.list`,
    'Dir::Etc::sourceparts=-',
    'APT::Install-Recommends=false',
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  requireSuccess(await runProgram('apt-get', [...options, '-qq', 'update']));
  const install = ['-qq', '-y', '--download-only', 'install', ...packages];
  requireSuccess(await runProgram('apt-get', [...options, ...install], { limit: 1800 }));
  return readdirSync(path.join(folder, 'archives')).filter((name) => name.endsWith('.deb'));
}

/** Fills the cache, which is there at once and as a whole. */
async function fill(): Promise<void> {
  mkdirSync(path.dirname(programCache), { recursive: true });
  const made = mkdtempSync(`${programCache}.`);
  try {
    const apt = path.join(made, 'apt');
    for (const name of await download(apt))
      requireSuccess(
        await runProgram('dpkg-deb', ['-x', path.join(apt, 'archives', name), path.join(made, 'root')]),
      );
    rmSync(apt, { recursive: true });
    mkdirSync(path.join(made, 'bin'));
    for (const program of programs)
      writeFileSync(path.join(made, 'bin', program), wrap(program), { mode: 0o755 });
    renameSync(made, programCache);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(programCache)) throw error; // another run was first
  }
}

/** Newer programs than this system has, which `npm test` then runs too. To renew them, delete their folder. */
export const cachedPrograms: Judge = {
  name: 'Programs of Debian sid',
  async run() {
    const missing = ['apt-get', 'dpkg-deb', 'bwrap'].map((name) => requireProgram(name)).find(Boolean);
    if (missing) return missing;
    if (!existsSync(keys)) return { absent: 'not installed: apt-get install debian-archive-keyring' };
    if (!existsSync(programCache)) {
      console.error(`Filling ${programCache} …`);
      await fill();
    }
    const said = await Promise.all(
      programs.map((name) => runProgram(path.join(programCache, 'bin', name), ['--version'])),
    );
    const versions = said.map(({ output }) => /\d+\.\d+(?:\.\d+)?/.exec(output)?.[0]);
    return {
      figures: programs.map((name, at) => `${name} ${versions[at]}`).join(', '),
      findings: programs.filter((_, at) => !versions[at]).map((name) => `${name} does not start`),
    };
  },
};
