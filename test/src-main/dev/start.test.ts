import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtApp, electronProgram, whyNoElectron } from '../../e2e/driver.ts';
import { toPerson } from '../../electron/run-as-person.ts';
import { copyProject } from './copy-project.ts';
import { startMirror } from './electron-mirror.ts';
import { electronVersion } from './electron-version.ts';

const reason = process.platform === 'linux' ? whyNoElectron : 'runs npm start as another user of Linux';
const note = reason === null ? '' : ` (skipped: ${reason})`;
/** Electron's executable in the archives of the mirror; the first argument is the copy of the project. */
const real = `#!/bin/sh\nshift\nexec "${electronProgram}" "${builtApp}" "$@"\n`;
const unable =
  '#!/bin/sh\necho "The SUID sandbox helper binary was found, but is not configured correctly." >&2\nexit 1\n';

describe.skipIf(reason !== null)(`npm start where no Electron was downloaded${note}`, () => {
  let project = '';

  beforeAll(() => {
    project = copyProject({ ownPackages: ['electron'], ownBuild: true });
    const tools = path.join(project, 'tools');
    mkdirSync(tools);
    writeFileSync(path.join(tools, 'xdg-open'), `#!/bin/sh\necho "$1" >"${tools}/opened"\n`, { mode: 0o755 });
  });
  afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));

  /** A start with data of its own and no Electron; `said` is what the terminal shows. */
  function start(env: Readonly<Record<string, string>>, words = toPerson()) {
    const home = path.join(project, 'home');
    const tools = path.join(project, 'tools');
    const packageFolder = path.join(project, 'node_modules/electron');
    for (const gone of [
      home,
      path.join(tools, 'opened'),
      path.join(packageFolder, 'dist'),
      path.join(packageFolder, 'path.txt'),
    ])
      rmSync(gone, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    mkdirSync(path.join(home, 'models'), { recursive: true });
    const { ELECTRON_OVERRIDE_DIST_PATH: _host, ...inherited } = process.env;
    const script = path.join(project, 'src-main/dev/start.ts');
    const command = [...words, process.execPath, script, `--user-data-dir=${path.join(home, 'app')}`];
    const child = spawn('env', command, {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        HOME: home,
        PATH: `${tools}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
        LODESTOCK_DATA_DIR: path.join(home, 'data'),
        LODESTOCK_LIBRARY_DIR: path.join(home, 'models'),
        LODESTOCK_PORT: '0',
        LODESTOCK_POSTERS: 'off',
        ...env,
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    onTestFinished(() => end(child));
    const opened = () =>
      existsSync(path.join(tools, 'opened')) ? readFileSync(path.join(tools, 'opened'), 'utf8') : '';
    return { child, home, said: () => said, opened };
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async function offer(script: string, damage = false) {
    const mirror = await startMirror(script, path.join(project, `cache-${crypto.randomUUID()}`), damage);
    onTestFinished(mirror.close);
    return mirror;
  }

  test('fetches Electron with progress and opens the app', async () => {
    const mirror = await offer(real);

    const { child, home, said, opened } = start(mirror.env);

    const log = path.join(home, 'app/logs/server.log');
    await expect.poll(() => existsSync(log) && readFileSync(log, 'utf8')).toContain('"event":"listening"');
    expect(mirror.asked).toContain(
      `/v${electronVersion}/electron-v${electronVersion}-${process.platform}-${process.arch}.zip`,
    );
    await expect.poll(said).toContain('Downloading Electron, on which the app runs');
    await expect.poll(said).toContain('of 3 MB (50 %)');
    await end(child);
    expect(child.exitCode).toBe(0);
    expect(opened()).toBe('');
  });

  test.each([
    [
      'that is not there',
      async () => ({ ...(await offer(real)).env, ELECTRON_MIRROR: 'http://127.0.0.1:9/' }),
      /127\.0\.0\.1:9 could not be reached: .*/,
    ],
    ['whose archive is damaged', async () => (await offer(real, true)).env, /[Cc]hecksum/],
  ])('opens the browser with a mirror %s', async (_case, prepare, why) => {
    const { said, opened } = start(await prepare());

    await expect.poll(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
    await expect.poll(said).toContain('tries again.');
    const sentences = said()
      .split('\n')
      .filter((line) => line.startsWith('Electron could not'));
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(
      /^Electron could not be downloaded \(.+\), so the same app opens from its server in your browser; the next npm start tries again\.$/,
    );
    expect(sentences[0]).toMatch(why);
    expect(said()).not.toMatch(/^\s+at /m);
  });

  test('opens the browser when Electron cannot open', async () => {
    const mirror = await offer(unable);

    const { said, opened } = start(mirror.env);

    await expect.poll(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
    await expect.poll(said).toContain('Electron could not open a window');
  });

  test.skipIf(process.getuid?.() !== 0)('opens the browser as root, whom Electron refuses', async () => {
    const mirror = await offer(real);

    const { said, opened } = start(mirror.env, []);

    await expect.poll(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
    await expect.poll(said).toContain('Electron refuses to run as root');
    expect(mirror.asked).toEqual([]);
  });
});
