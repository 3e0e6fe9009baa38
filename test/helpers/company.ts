import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

type Claims = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
};

type People = Readonly<Record<string, Claims>>;

type Provider = { readonly issuer: string; readonly file: string; readonly stop: () => Promise<void> };

async function startProvider(more: Readonly<Record<string, string>>): Promise<Provider> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-company-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'people.json');
  const script = path.join(import.meta.dirname, 'company-provider.mjs');
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env: { ...process.env, ...more, COMPANY_PEOPLE: file },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  // Behind warnings about its own keys, the issuer is the only line that is an address.
  const issuer = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => URL.canParse(line) && resolve(line));
    child.once('exit', () => reject(new Error('The provider ended.')));
  });
  return { issuer, file, stop };
}

/** One for each way to be, until the process of the tests ends: starting one costs a second. */
const running = new Map<string, Promise<Provider>>();

/** A provider that knows these people by their login; the settings of a server that trusts it. */
export async function startCompany(people: People, more: Readonly<Record<string, string>> = {}) {
  const way = JSON.stringify(more);
  const started = running.get(way) ?? startProvider(more);
  running.set(way, started);
  const { issuer, file, stop } = await started;
  const change = (now: People) => writeFileSync(file, JSON.stringify(now));
  change(people);
  const environment = {
    LODESTOCK_OIDC_ISSUER: issuer,
    LODESTOCK_OIDC_CLIENT_ID: 'lodestock',
    LODESTOCK_OIDC_CLIENT_SECRET: 'a secret of the company',
  };
  return {
    ...{ issuer, environment, change },
    stop() {
      running.delete(way);
      return stop();
    },
  };
}

/** A browser without pages: it keeps cookies by host and follows redirects. */
export function createVisitor() {
  const jars = new Map<string, Map<string, string>>();
  const cookieFor = (address: string | URL) =>
    [...(jars.get(new URL(address).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const visit = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: cookieFor(address) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=thu, 01 jan 1970|max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const whereTo = (response: Response, from: string | URL) =>
    new URL(response.headers.get('location') ?? expectRedirect(response), from);
  return { visit, whereTo, cookieFor };
}

function expectRedirect({ status, url }: Response): never {
  throw new Error(`${url} answered ${status} and leads nowhere.`);
}

type Visitor = Pick<ReturnType<typeof createVisitor>, 'visit' | 'whereTo'>;

/** Signs in as a person does: through the provider's pages, or declines there. Gives the address that leads back. */
export async function signInAtCompany(
  { visit, whereTo }: Visitor,
  start: string,
  login: string | null,
): Promise<URL> {
  let address = whereTo(await visit(start), start);
  for (;;) {
    if (address.pathname.endsWith('/auth/oidc/callback')) return address;
    const response = await visit(address);
    if (response.status >= 300 && response.status < 400) {
      address = whereTo(response, address);
      continue;
    }
    const page = await response.text();
    const abort = /href="([^"]*\/abort)"/.exec(page)?.[1];
    if (login === null && abort !== undefined) {
      address = new URL(abort, address);
      continue;
    }
    const [, action = '', prompt = ''] =
      /action="([^"]+)"[\s\S]*?name="prompt" value="([^"]+)"/.exec(page) ?? [];
    const form = new URLSearchParams({
      prompt,
      ...(prompt === 'login' && { login: login ?? '', password: 'x' }),
    });
    const target = new URL(action, address);
    const sent = await visit(target, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    address = whereTo(sent, target);
  }
}

/** Signs a person in at a server that trusts the company; what their browser then sends and is told. */
export async function enterByCompany(
  { baseUrl }: { readonly baseUrl: string },
  login: string | null,
  next = '/',
) {
  const visitor = createVisitor();
  const back = await signInAtCompany(visitor, `${baseUrl}/auth/oidc?next=${encodeURIComponent(next)}`, login);
  const answer = await visitor.visit(back);
  const session = await (await visitor.visit(`${baseUrl}/api/session`)).json();
  const headers = { cookie: visitor.cookieFor(baseUrl), 'x-csrf-token': String(session.csrfToken) };
  return { ...visitor, back, location: answer.headers.get('location'), session, headers };
}
