import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireProgram } from '../external.ts';
import { type Judge, runProgram, sha256OfFile, type Verdict } from '../judge.ts';
import { admin, openFreeFile, signInBrowser } from '../people.ts';
import { guids, withServer } from '../server-on-trial.ts';

async function withFolder(judge: (folder: string) => Promise<Verdict>): Promise<Verdict> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
  try {
    return await judge(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Download = { readonly program: string; readonly options: readonly string[]; readonly folder: string };

/** What goes wrong when a program fetches a file whole, and then again where only its first bytes are there. */
async function fetchTwice({ program, options, folder }: Download, url: string, sha256: string) {
  const file = path.join(folder, path.basename(new URL(url).pathname));
  const findings: string[] = [];
  for (const how of ['fetched whole', 'resumed']) {
    const { code, text } = await runProgram(program, [...options, url], { cwd: folder });
    if (code !== 0) findings.push(`${how}: ${text.trim().split('\n').at(-1)}`);
    else if (sha256OfFile(file) !== sha256) findings.push(`${how}: another file`);
    else truncateSync(file, 10);
  }
  rmSync(file, { force: true });
  return findings;
}

const downloader = (program: string, options: readonly string[], debianPackage = program): Judge => ({
  name: program,
  run: async () =>
    requireProgram(program, debianPackage) ??
    withFolder((folder) =>
      withServer(async ({ baseUrl }) => {
        const findings: string[] = [];
        for (const guid of guids) {
          const { url, sha256 } = await openFreeFile(baseUrl, guid);
          const found = await fetchTwice({ program, options, folder }, url, sha256);
          findings.push(...found.map((one) => `${guid}, ${one}`));
        }
        return { figures: `${guids.length} files, whole and resumed`, findings };
      }),
    ),
});

export const wget = downloader('wget', ['-c', '-nv']);
export const aria2 = downloader('aria2c', ['-c', '-x4', '-k1M', '--allow-overwrite=false'], 'aria2');

/** A program that tests the ZIP of all free files of a model. */
const unpacker = (program: string, options: readonly string[], debianPackage: string): Judge => ({
  name: program,
  run: async () =>
    requireProgram(program, debianPackage) ??
    withFolder((folder) =>
      withServer(async ({ baseUrl }) => {
        const { headers } = await signInBrowser(baseUrl, admin.email, admin.password);
        const findings: string[] = [];
        for (const guid of guids) {
          const answer = await fetch(`${baseUrl}/download/${guid}/all?lod=1k`, { headers });
          const file = path.join(folder, `${guid}.zip`);
          writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
          const { code, text } = await runProgram(program, [...options, file]);
          if (!answer.ok || code !== 0)
            findings.push(`${guid}: ${answer.status}, ${text.trim().split('\n').at(-1)}`);
        }
        return { figures: `${guids.length} archives tested`, findings };
      }),
    ),
});

export const unzip = unpacker('unzip', ['-tq'], 'unzip');
export const sevenZip = unpacker('7z', ['t'], 'p7zip-full');
export const bsdtar = unpacker('bsdtar', ['-tf'], 'libarchive-tools');
