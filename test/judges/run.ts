import { baseline } from './baseline.ts';
import type { Absent, Judge, Verdict } from './judge.ts';
import { axe } from './judges/axe.ts';
import { blender } from './judges/blender.ts';
import { cachedPrograms } from './judges/cached-programs.ts';
import { realMax, realUnity, simulatedMax, simulatedUnity } from './judges/dcc-apps.ts';
import { aria2, bsdtar, sevenZip, unzip, wget } from './judges/downloaders.ts';
import { electronegativity } from './judges/electronegativity.ts';
import { fuzz } from './judges/fuzz.ts';
import { installedApp } from './judges/installed-app.ts';
import { lighthouse } from './judges/lighthouse.ts';
import { noTelemetry, secretsInLogs } from './judges/logs-and-network.ts';
import { conformance, mcpInspector } from './judges/mcp.ts';
import { mcpRemote } from './judges/mcp-remote.ts';
import { assimp, gltfValidator } from './judges/model-readers.ts';
import { openidClient } from './judges/openid-client.ts';
import { packages } from './judges/packages.ts';
import { redocly } from './judges/redocly.ts';
import { silentConnections, slowBodies, slowHeaders } from './judges/slow-connections.ts';
import { spectral } from './judges/spectral.ts';
import { wapiti } from './judges/wapiti.ts';
import { caddy, nginx } from './judges/web-servers.ts';

/**
 * Lets tools from outside this project attack and judge the product, and ends with a table. Ends with 1 on a finding
 * that is not explained in baseline.ts. Words choose judges by name; --seed and --runs are the fuzzer's.
 */
const words = process.argv.slice(2);
const option = (name: string, usual: number) => {
  const at = words.indexOf(`--${name}`);
  return at === -1 ? usual : Number(words.splice(at, 2)[1]);
};
const seed = option('seed', 20_261_122);
const runs = option('runs', 60);

const judges: readonly Judge[] = [
  cachedPrograms,
  packages,
  redocly,
  spectral,
  secretsInLogs,
  noTelemetry,
  fuzz({ runs, seed }),
  conformance,
  mcpInspector,
  mcpRemote,
  axe,
  lighthouse,
  nginx,
  caddy,
  wget,
  aria2,
  unzip,
  sevenZip,
  bsdtar,
  openidClient,
  gltfValidator,
  assimp,
  blender,
  simulatedUnity,
  realUnity,
  simulatedMax,
  realMax,
  silentConnections,
  slowHeaders,
  slowBodies,
  wapiti,
  electronegativity,
  installedApp,
];
const chosen = judges.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
);

const isExplained = (judge: Judge, finding: string) =>
  baseline.some((one) => one.judge === judge.name && one.finding.test(finding));

type Row = { readonly judge: Judge; readonly result: Verdict | Absent };

/** The findings of a row that fail a run. */
const unexplained = ({ judge, result }: Row) =>
  judge.isAdvisory || 'absent' in result
    ? []
    : result.findings.filter((finding) => !isExplained(judge, finding));

function toVerdict(row: Row): string {
  const { judge, result } = row;
  if ('absent' in result) return 'not run';
  if (judge.isAdvisory) return 'advice';
  const left = unexplained(row).length;
  const explained = result.findings.length - left;
  const note = explained > 0 ? `, ${explained} explained` : '';
  return left > 0 ? `${left} FOUND${note}` : `passed${note}`;
}

async function sit(judge: Judge): Promise<Row> {
  const start = performance.now();
  const result = await judge.run().catch(
    (error: unknown): Verdict => ({
      figures: 'it could not finish',
      findings: [error instanceof Error ? error.message : String(error)],
    }),
  );
  const row = { judge, result };
  const seconds = Math.round((performance.now() - start) / 1000);
  console.error(`${judge.name}: ${toVerdict(row)} (${seconds} s)`);
  if (!('absent' in result))
    for (const finding of result.findings)
      console.error(`  ${isExplained(judge, finding) ? '(explained) ' : ''}${finding}`);
  return row;
}

if (chosen.length === 0) {
  console.error(`No judge has such a name. There are: ${judges.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const rows: Row[] = [];
for (const judge of chosen) rows.push(await sit(judge));

console.log('\n| Judge | Verdict | Figures |\n|---|---|---|');
for (const row of rows) {
  const { result } = row;
  console.log(
    `| ${row.judge.name} | ${toVerdict(row)} | ${'absent' in result ? result.absent : result.figures} |`,
  );
}
const stale = baseline.filter((one) =>
  rows.some(
    ({ judge, result }) =>
      judge.name === one.judge &&
      !('absent' in result) &&
      !result.findings.some((found) => one.finding.test(found)),
  ),
);
for (const { judge, finding } of stale)
  console.log(`\n${judge} no longer finds ${finding}: remove it from baseline.ts.`);
if (stale.length > 0 || rows.some((row) => unexplained(row).length > 0)) process.exitCode = 1;
