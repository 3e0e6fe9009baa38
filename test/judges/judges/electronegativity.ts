import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { externalFile, requireExternal } from '../external.ts';
import { type Judge, root, runProgram } from '../judge.ts';

const Package = z.object({ devDependencies: z.object({ electron: z.string() }) });

/** Without a network, the tool dies of asking again for texts that it can do without. Here it is refused, and goes on. */
const offline = `import dns from 'node:dns';
dns.lookup = (name, ...rest) => rest.at(-1)(Object.assign(new Error('no network for ' + name), { code: 'EACCES' }));`;

/** The Electron checklist over the sources of the app. Unmaintained since 2022, and guessing: to be read, not obeyed. */
export const electronegativity: Judge = {
  name: 'electronegativity',
  isAdvisory: true,
  async run() {
    const absent = await requireExternal();
    if (absent) return absent;
    const file = path.join(tmpdir(), `lodestock-electronegativity-${crypto.randomUUID()}.csv`);
    const script = externalFile('@doyensec/electronegativity/dist/index.js');
    const { electron } = Package.parse(
      JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
    ).devDependencies;
    const isolated = ['--import', `data:text/javascript,${encodeURIComponent(offline)}`, script];
    const args = ['-i', path.join(root, 'src-main'), '-e', electron, '-r', '-o', file];
    const { text } = await runProgram(process.execPath, [...isolated, ...args]);
    if (!existsSync(file)) return { absent: `it wrote no report: ${text.trim().split('\n').at(-1)}` };
    const rows = readFileSync(file, 'utf8').split('\n').slice(1);
    rmSync(file);
    const findings = rows.flatMap((row) => {
      const [check, severity, , at] = row.split(',');
      return check && severity ? [`${severity} ${check} ${at ?? ''}`.replaceAll('"', '')] : [];
    });
    return { figures: `${findings.length} notes on src-main`, findings };
  },
};
