// Installs what is missing, then runs the command after `--` with the project's own Node. Plain JavaScript for Node 20,
// because it runs before anything is installed. --test also installs what the tests need (Debian packages, if root),
// --system only that; --build builds what is stale.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'node_modules', '.lodestock-setup');
const words = process.argv.slice(2);
const end = words.includes('--') ? words.indexOf('--') : words.length;
const flags = new Set(words.slice(0, end));
const [command, ...args] = words.slice(end + 1);
const bin = path.join(root, 'node_modules', '.bin');
// Makes glibc return memory that threads have freed: an idle server uses a third less. deploy/ sets the same.
const returningMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
const packages = {
  chromium: ['chromium'],
  'chromium-headless-shell': ['/usr/lib/chromium/chromium-headless-shell'], // pages cost a third less in it
  xvfb: ['Xvfb'],
  'g++': ['cc', 'c++'],
  'gnome-keyring': ['gnome-keyring-daemon'],
  dbus: ['dbus-daemon'],
  'assimp-utils': ['assimp'],
  'nginx-light': ['nginx'],
  haproxy: ['/usr/sbin/haproxy'],
  varnish: ['/usr/sbin/varnishd'],
  'varnish-vmod-digest': ['/usr/share/doc/varnish-vmod-digest'],
  postgresql: ['/usr/lib/postgresql'],
  caddy: ['caddy'],
  'p7zip-full': ['7z'],
  unzip: ['unzip'],
  blender: ['blender'],
  bubblewrap: ['bwrap'],
  'python3-numpy': ['/usr/lib/python3/dist-packages/numpy/__init__.py'], // Blender's glTF add-on needs it
  'mono-mcs': ['mcs'],
  'mono-runtime': ['mono'],
  'libmono-system-core4.0-cil': ['/usr/lib/mono/4.5/System.Core.dll'],
  'libmono-system-net-http4.0-cil': ['/usr/lib/mono/4.5/System.Net.Http.dll'],
  'libmono-system-security4.0-cil': ['/usr/lib/mono/4.5/System.Security.dll'],
  'libmono-system-drawing4.0-cil': ['/usr/lib/mono/4.5/System.Drawing.dll'],
  libgdiplus: ['/usr/lib/libgdiplus.so'],
  'libsecret-1-0': [],
};

/** Returns the node executable itself if possible, as cmd.exe would interpret `>`, `&` and spaces in the arguments. */
function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const own = path.join(
    root,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return existsSync(own) ? own : process.execPath;
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error(`\nThe set-up stopped: "${command} ${args.join(' ')}" failed. Its own words stand above.`);
    process.exit(1);
  }
}

function installPackages() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const wanted = createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const current = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (current === wanted) return;
  console.error('Installing the packages of package-lock.json …');
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm is a batch file on Windows, which only a shell can run, but it reports the path of its script.
  const npm = process.env.npm_execpath;
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm)) run(process.execPath, [npm, ...install]);
  else if (process.platform === 'win32') run('cmd.exe', ['/d', '/c', 'npm', ...install]);
  else run('npm', install);
  writeFileSync(stamp, wanted);
}

function requireNode() {
  const [major] = process.versions.node.split('.');
  if (findNode() !== process.execPath || Number(major) >= 24) return;
  console.error(
    `Lodestock needs Node 24 or newer, which no package brings to ${process.platform}-${process.arch}, and this is ${process.version}. Install it from nodejs.org and try again.`,
  );
  process.exit(1);
}

const isOnPath = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));
const isThere = (name) => (name.startsWith('/') ? existsSync(name) : isOnPath(name));

const hasLibsecret = () => {
  try {
    return execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).includes('libsecret-1.so.0');
  } catch {
    return false;
  }
};

/** Returns true if apt offers a package. Ubuntu lacks some of Debian's; a runner's Chrome replaces Chromium. */
function isOffered(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: [^(]/.test(stdout);
}

function installDebianPackages() {
  if (process.platform !== 'linux') return;
  const missing = Object.entries(packages)
    .filter(([name, commands]) => (name === 'libsecret-1-0' ? !hasLibsecret() : !commands.every(isThere)))
    .map(([name]) => name);
  if (missing.length === 0) return;
  if (process.getuid() !== 0 || !isOnPath('apt-get')) {
    console.error(`Some tests will be skipped or take longer. Install: ${missing.join(' ')}`);
    return;
  }
  console.error(`Installing Debian packages: ${missing.join(' ')} …`);
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  run('apt-get', ['update', '-qq']);
  const offered = missing.filter(isOffered);
  const others = missing.filter((name) => !offered.includes(name));
  if (others.length > 0)
    console.error(
      `Some tests will be skipped or take longer. This system has no package ${others.join(', ')}.`,
    );
  if (offered.length > 0) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...offered]);
}

// Node caches compiled code, including our own TypeScript: threads and processes start three times as fast.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/node');
process.env.PATH = `${bin}${path.delimiter}${process.env.PATH ?? ''}`;
if (!flags.has('--system')) {
  installPackages();
  requireNode();
}
if (flags.has('--test') || flags.has('--system')) installDebianPackages();
if (flags.has('--build')) run(findNode(), [path.join('src-main', 'dev', 'build-if-stale.ts')]);
if (command !== undefined) {
  // Not run through npm's shell, which remembers the `node` it found before ours was installed.
  const env = flags.has('--build') ? { ...returningMemory, ...process.env } : process.env;
  const child = spawn(command === 'node' ? findNode() : command, args, { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}
