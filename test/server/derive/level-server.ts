import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createProblems } from '../../../server/catalogue/write/problems.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { objText } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';
// The server starts its own process for levels.
import 'node:child_process';

/** A file of another format than GLB, with as many triangles as a 10k has. */
export const withLevels = { obj: objText(9000, 'ball') };

type Options = {
  readonly dataDir?: string;
  readonly isOn?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
};

/** A server on a library that makes levels, and what tests want to know about it. */
export async function startLevelServer(libraryDir: string, options: Options = {}) {
  const { dataDir, isOn = true, environment = {} } = options;
  const server = await startTestServer({
    libraryDir,
    environment: { LODESTOCK_LEVELS: isOn ? 'auto' : 'off', LODESTOCK_LEVEL_FORMATS: 'glb', ...environment },
    ...(dataDir !== undefined && { dataDir }),
  });
  const waiting = server.db
    .prepare("SELECT count(*) FROM job WHERE kind = 'level' AND state = 'waiting'")
    .pluck();
  server.db.exec(`CREATE TEMP TABLE begun (model_id INTEGER);
    CREATE TEMP TRIGGER job_begun AFTER UPDATE OF attempts ON job WHEN new.kind = 'level' AND new.attempts > old.attempts
    BEGIN INSERT INTO begun VALUES (new.model_id); END`);
  const begun = server.db.prepare<[], number>('SELECT count(*) FROM begun').pluck();
  const problems = createProblems(server.db);
  let token: string | null = null;
  return {
    server,
    stop: server.close,
    /** How often levels were begun since this server is here. */
    runs: () => begun.get() ?? 0,
    /** Settles when no model waits for levels. */
    settled: () => until(() => waiting.get() === 0),
    problems: () => problems.list().flatMap(({ kind, reason }) => (kind === 'levels' ? [reason] : [])),
    async scenes(guid: string) {
      const { body } = await server.call('model', { guid });
      return body.topologies.flatMap(({ files }) => files).filter(({ role }) => role === 'scene');
    },
    async direct(input: { guid: string; format?: string; lod?: string; relativePath?: string }) {
      token ??= (await registerPerson(server)).token;
      return server.call('agentDirect', input, { token });
    },
    /** All files next to one, as its ZIP. */
    async download(guid: string, relativePath: string) {
      const { headers } = await signInBrowser(server, await registerPerson(server));
      const query = new URLSearchParams({ relativePath });
      const response = await fetch(`${server.baseUrl}/download/${guid}/all?${query}`, { headers });
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    },
    /** What is on the disk of the derived files, relative to their folder. */
    stored: () =>
      readdirSync(path.join(server.dataDir, 'levels'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.\w+$/.test(name),
      ),
  };
}
