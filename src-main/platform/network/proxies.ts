import https from 'node:https';

/** Returns Chromium's answer for a URL, such as `PROXY proxy.lan:3128; DIRECT`. */
type AskSystemProxy = (url: string) => Promise<string>;

export type ProxySignIn = { readonly user: string; readonly password: string };

type ProxyOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly askSystem: AskSystemProxy;
  /** For system proxies that require a sign-in; those from the environment have it in their URL. */
  readonly signIn: () => Promise<ProxySignIn | null>;
};

/** Returns the agent for an encrypted URL: direct, or through the proxy of the environment or the system. */
export type FindAgent = (url: URL) => Promise<https.Agent>;

const alwaysDirect = 'localhost,127.0.0.1,::1';

function readEnvironment(env: ProxyOptions['env']): Record<string, string> | null {
  const proxy = env.https_proxy || env.HTTPS_PROXY;
  if (!proxy) return null;
  const direct = env.no_proxy || env.NO_PROXY;
  return { HTTPS_PROXY: proxy, NO_PROXY: direct ? `${direct},${alwaysDirect}` : alwaysDirect };
}

/** Returns the URL of the first proxy that Node can use; null for none. Throws if there are only SOCKS proxies. */
export function readSystemProxy(answer: string): string | null {
  const entries = answer.split(';').map((entry) => entry.trim().split(/\s+/));
  for (const [kind = '', host = ''] of entries) {
    if (/^(PROXY|HTTP)$/i.test(kind)) return `http://${host}`;
    if (/^HTTPS$/i.test(kind)) return `https://${host}`;
    if (/^DIRECT$/i.test(kind)) return null;
  }
  if (entries.some(([kind]) => /^SOCKS/i.test(kind ?? '')))
    throw new Error(`The system names only a SOCKS proxy (${answer}), which Lodestock cannot use`);
  return null;
}

function withSignIn(proxy: string, signIn: ProxySignIn | null): string {
  if (signIn === null) return proxy;
  const url = new URL(proxy);
  url.username = encodeURIComponent(signIn.user);
  url.password = encodeURIComponent(signIn.password);
  return url.href;
}

/** Finds agents, one per proxy, which keep their connections alive. The environment overrides the system. */
export function createFindAgent({ env, askSystem, signIn }: ProxyOptions): FindAgent {
  const direct = new https.Agent({ keepAlive: true });
  const agents = new Map<string, https.Agent>();
  const toAgent = (proxyEnv: Record<string, string>) => {
    const key = JSON.stringify(proxyEnv);
    const agent = agents.get(key) ?? new https.Agent({ keepAlive: true, proxyEnv });
    agents.set(key, agent);
    return agent;
  };
  const fromEnvironment = readEnvironment(env);
  return async (url) => {
    if (fromEnvironment) return toAgent(fromEnvironment);
    const proxy = readSystemProxy(await askSystem(url.href));
    return proxy === null ? direct : toAgent({ HTTPS_PROXY: withSignIn(proxy, await signIn()) });
  };
}
