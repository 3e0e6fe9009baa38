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

async function judgePage(chromium: string, address: string, args: readonly string[]) {
  const { output } = await runProgram(
    process.execPath,
    [
      ...[externalFile('lighthouse/cli/index.js'), address, '--output=json', '--quiet', ...args],
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { CHROME_PATH: chromium } },
  );
  const report = Report.parse(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));
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
