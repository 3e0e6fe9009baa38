import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

type Claims = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
};

/** Starts a provider that knows these people by their login; the settings of a server that trusts it. */
export async function startCompany(
  people: Readonly<Record<string, Claims>>,
  more: Readonly<Record<string, string>> = {},
) {
  const script = path.join(import.meta.dirname, 'company-provider.mjs');
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env: { ...process.env, ...more, COMPANY_PEOPLE: JSON.stringify(people) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  // Behind warnings about its own keys, the issuer is the only line that is an address.
  const issuer = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => URL.canParse(line) && resolve(line));
    child.once('exit', () => reject(new Error('The provider ended.')));
  });
  const environment = {
    LODESTOCK_OIDC_ISSUER: issuer,
    LODESTOCK_OIDC_CLIENT_ID: 'lodestock',
    LODESTOCK_OIDC_CLIENT_SECRET: 'a secret of the company',
  };
  return { issuer, environment, stop };
}

/** A browser without pages: it keeps cookies by host and follows redirects. */
export function createVisitor() {
  const jars = new Map<string, Map<string, string>>();
  const visit = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie },
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
  return { visit, whereTo };
}

function expectRedirect({ status, url }: Response): never {
  throw new Error(`${url} answered ${status} and leads nowhere.`);
}

type Visitor = ReturnType<typeof createVisitor>;

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
