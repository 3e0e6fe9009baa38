import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type WebServer = { readonly child: ChildProcess; readonly stop: () => Promise<void> };

/** Why a web server's tests are skipped, as words behind their names; null when it is installed. */
export function whyNo(command: 'nginx' | 'caddy' | 'haproxy' | 'varnishd'): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  if (!folders.some((folder) => existsSync(path.join(folder, command)))) return `${command} not installed`;
  const module = '/usr/share/doc/varnish-vmod-digest';
  return command === 'varnishd' && !existsSync(module) ? `${path.basename(module)} not installed` : null;
}

/** The first lines for a shell on a page of docs/. */
export function readDocumentedShell(name: string): string {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs', name), 'utf8');
  const [, lines] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  if (lines === undefined) throw new Error(`docs/${name} has no lines for a shell`);
  return lines;
}

/** A configuration of deploy/proxies/, as admins use it. */
export const readDeployedProxy = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../deploy/proxies', name), 'utf8');

/** The ones that let a proxy send the files. */
export const filesOf = { nginx: 'nginx-files.conf', caddy: 'files.caddy' } as const;

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((found) => {
    socket.destroy();
    return found === true;
  });
}

type Start = {
  readonly command: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly folder: string;
};

/** Starts a program and waits until it listens; its folder goes when it is stopped. */
export async function startListening({ command, args, port, folder }: Start): Promise<WebServer> {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder };
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill); // a test that is given up leaves no server behind
  child.once('exit', () => process.off('exit', kill));
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${said}`);
    await delay(20);
  }
  return {
    child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A certificate with its key, as files. */
export type Tls = { readonly cert: string; readonly key: string };

/** Starts nginx with what stands in its server block, next to the least that it needs to run from its own folder. */
export function startNginx(port: number, serverBlock: string, tls?: Tls): Promise<WebServer> {
  const secured = tls ? ` ssl http2; ssl_certificate ${tls.cert}; ssl_certificate_key ${tls.key}` : '';
  return startNginxWith(port, `server { listen 127.0.0.1:${port}${secured};\n${serverBlock}\n}`);
}

/** The same with what stands in its http block. */
export function startNginxWith(port: number, httpBlock: string): Promise<WebServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const text = `${user} worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr;
events { worker_connections 512; }
http { access_log off; sendfile on; keepalive_requests 1000000; default_type application/octet-stream; ${temporary}
${httpBlock}
}`;
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, text);
  return startListening({ command: 'nginx', args: ['-p', folder, '-e', 'stderr', '-c', file], port, folder });
}

/** Starts HAProxy with this configuration. */
export function startHaproxy(port: number, text: string): Promise<WebServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-haproxy-'));
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  return startListening({ command: 'haproxy', args: ['-db', '-q', '-f', file], port, folder });
}

/** Starts Varnish with this configuration. */
export function startVarnish(port: number, text: string): Promise<WebServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-varnish-'));
  const file = path.join(folder, 'edge.vcl');
  writeFileSync(file, text);
  const place = ['-n', path.join(folder, 'work'), '-s', 'malloc,64m', '-j', 'none', '-T', 'none'];
  const args = ['-F', '-a', `127.0.0.1:${port}`, '-f', file, ...place];
  return startListening({ command: 'varnishd', args, port, folder });
}

/** Starts Caddy with what stands in its site block; with TLS it also speaks HTTP/2. */
export function startCaddy(port: number, siteBlock: string, tls?: Tls): Promise<WebServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-caddy-'));
  const file = path.join(folder, 'Caddyfile');
  const address = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  const secured = tls ? `tls ${tls.cert} ${tls.key}\n` : '';
  writeFileSync(
    file,
    `{\n  admin off\n  auto_https off\n}\n${address} {\nbind 127.0.0.1\n${secured}${siteBlock}\n}\n`,
  );
  return startListening({
    command: 'caddy',
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    port,
    folder,
  });
}
