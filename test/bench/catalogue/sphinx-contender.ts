import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import mysql from 'mysql2/promise';
import type { Db } from '../../../server/base/db/open-database.ts';
import { type Contender, pageSize } from './contender.ts';
import type { Records } from './database.ts';
import type { BenchQuery } from './queries.ts';

const programs = { indexer: '/usr/bin/indexer', searchd: '/usr/bin/searchd' };
export const hasSphinx = () => Object.values(programs).every(existsSync);

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const toConfig = (folder: string, port: number) => `
source models
{
  type = tsvpipe
  tsvpipe_command = cat ${folder}/models.tsv
  tsvpipe_field = title
  tsvpipe_field = tags
  tsvpipe_field = description
  tsvpipe_attr_uint = category
  tsvpipe_attr_uint = license
  tsvpipe_attr_uint = type
  tsvpipe_attr_uint = triangles
  tsvpipe_attr_uint = popularity
}
index models
{
  source = models
  path = ${folder}/models
  morphology = stem_en
  min_prefix_len = 3
  dict = keywords
}
indexer
{
  mem_limit = 1024M
}
searchd
{
  listen = 127.0.0.1:${port}:mysql41
  log = ${folder}/searchd.log
  pid_file = ${folder}/searchd.pid
  workers = threads
  binlog_path =
}
`;

/** Sphinx counts in numbers: texts get one in the order in which they come. */
function createNumbers() {
  const known = new Map<string, number>();
  return (text: string) => {
    const number = known.get(text) ?? known.size + 1;
    known.set(text, number);
    return number;
  };
}

type Numbers = ReturnType<typeof createNumbers>;

function writeModels(folder: string, records: Records, numberOf: Numbers) {
  const file = openSync(path.join(folder, 'models.tsv'), 'w');
  const clean = (text: string) => text.replace(/[\t\n\r\\]/g, ' ');
  for (let start = 0; start < records.count; start += 10_000) {
    const lines: string[] = [];
    for (let at = start; at < Math.min(start + 10_000, records.count); at += 1) {
      const { id, title, tags, description, category, license, type, triangles, popularity } = records.at(at);
      const texts = [title, tags.join(' '), description].map(clean);
      lines.push(
        [id, ...texts, numberOf(category), numberOf(license), type, triangles, popularity].join('\t'),
      );
    }
    writeSync(file, `${lines.join('\n')}\n`);
  }
  closeSync(file);
}

function toSql({ words, isPrefix, filters }: BenchQuery, numberOf: Numbers): string {
  const { category, license, type, triMin } = filters;
  const text = words.map((word, at) => (isPrefix && at === words.length - 1 ? `${word}*` : word)).join(' ');
  const tests = [
    ...(words.length > 0 ? [`MATCH('${text}')`] : []),
    ...(category === undefined ? [] : [`category = ${numberOf(category)}`]),
    ...(license === undefined ? [] : [`license = ${numberOf(license)}`]),
    ...(type === undefined ? [] : [`type = ${type}`]),
    ...(triMin === undefined ? [] : [`triangles >= ${triMin}`]),
  ];
  const where = tests.length > 0 ? `WHERE ${tests.join(' AND ')}` : '';
  const order = words.length > 0 ? '' : 'ORDER BY popularity DESC';
  const facets = ['category', 'license', 'type'].map((name) => `FACET ${name}`).join(' ');
  return `SELECT * FROM models ${where} ${order} LIMIT ${pageSize} OPTION ranker=bm25 ${facets}`;
}

/** CPU time of a process in milliseconds (Linux: clock ticks of 10 ms). */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function connect(port: number, isAlive: () => boolean) {
  for (;;) {
    try {
      return await mysql.createConnection({ host: '127.0.0.1', port, user: 'bench' });
    } catch (error) {
      if (!isAlive()) throw new Error('searchd ended before it listened', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Debian's Sphinx on its own port: the page, three facets and the total in one round trip and SHOW META. It keeps no
 * texts, so the rows come from `db` by their ids, as on any site that uses it; their CPU time is not counted.
 */
export async function openSphinx(folder: string, records: Records, db: Db): Promise<Contender> {
  const rowOf = db.prepare('SELECT * FROM model WHERE id = ?');
  const port = await findFreePort();
  const config = path.join(folder, 'sphinx.conf');
  const numberOf = createNumbers();
  writeFileSync(config, toConfig(folder, port));
  writeModels(folder, records, numberOf);
  const start = performance.now();
  execFileSync(programs.indexer, ['--config', config, '--all'], { stdio: 'ignore' });
  const speed = records.count / ((performance.now() - start) / 1000);
  const child = spawn(programs.searchd, ['--config', config, '--nodetach'], { stdio: 'ignore' });
  const client = await connect(port, () => child.exitCode === null);
  const files = readdirSync(folder).filter((name) => /^models\.sp/.test(name));
  return {
    name: 'Sphinx',
    forgivesTypos: false,
    async answer(query) {
      const [sets] = await client.query<mysql.RowDataPacket[][]>(toSql(query, numberOf));
      const [meta] = await client.query<mysql.RowDataPacket[]>('SHOW META');
      const total = meta.find((row) => row.Variable_name === 'total_found');
      const rows = (sets[0] ?? []).map(({ id }) => rowOf.get(id));
      return { rows: rows.length, total: Number(total?.Value ?? 0) };
    },
    cpu: () => cpuOf(child),
    bytes: files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0),
    speed,
    async close() {
      await client.end();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
