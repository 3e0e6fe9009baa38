import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { findChromium } from '../../src-renderer/site/open-browser.ts';
import { externalFile, requireExternal } from '../external.ts';
import { type Judge, runProgram } from '../judge.ts';
import { withServer } from '../server-on-trial.ts';

const Report = z.object({
  categories: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
});
const pages = ['/', '/model/table', '/sign-in'];
const devices = { phone: [], desktop: ['--preset=desktop'] } as const;
const wanted = 95;

/** Its report of a page. On standard output, it may end before all of it is written. */
async function readReport(chromium: string, address: string, args: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
  const file = path.join(folder, 'report.json');
  try {
    const { text } = await runProgram(
      process.execPath,
      [
        ...[externalFile('lighthouse/cli/index.js'), address, '--quiet', ...args],
        ...['--output=json', `--output-path=${file}`],
        '--only-categories=performance,accessibility,best-practices',
        '--chrome-flags=--headless=new --no-sandbox',
      ],
      { env: { CHROME_PATH: chromium } },
    );
    if (!existsSync(file)) throw new Error(text);
    return Report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function judgePage(chromium: string, address: string, args: readonly string[]) {
  const report = await readReport(chromium, address, args);
  return {
    scores: Object.values(report.categories).map(({ title, score }) => ({
      title,
      score: Math.round((score ?? 0) * 100),
    })),
    worst: Object.values(report.audits)
      .filter(({ score, displayValue }) => score !== null && score < 0.9 && displayValue !== undefined)
      .map(({ title, displayValue }) => `${title} ${displayValue}`),
  };
}

/** The pages as strangers get them. Its marks for speed are those of this machine, and of what else runs there. */
export const lighthouse: Judge = {
  name: 'Lighthouse',
  isAdvisory: true,
  async run() {
    const chromium = findChromium();
    if (chromium === null) return { absent: 'not installed: apt-get install chromium' };
    const absent = await requireExternal();
    if (absent) return absent;
    return await withServer(async ({ baseUrl }) => {
      const figures: string[] = [];
      const findings: string[] = [];
      for (const [device, args] of Object.entries(devices))
        for (const page of pages) {
          const { scores, worst } = await judgePage(chromium, `${baseUrl}${page}`, args);
          figures.push(`${device} ${page} ${scores.map(({ score }) => score).join('/')}`);
          for (const { title, score } of scores)
            if (score < wanted)
              findings.push(`${device} ${page}: ${title} ${score} of 100 (${worst.join('; ')})`);
        }
      return { figures: figures.join(', '), findings };
    });
  },
};
