import { startFaultProxy } from './fault-proxy.ts';
import { startTestServer } from './test-server.ts';

/** A server behind a proxy that can harm what passes; it gives out the proxy's address as its own. */
export async function startProxiedServer(options: Parameters<typeof startTestServer>[0] = {}) {
  const proxy = await startFaultProxy();
  const environment = { LODESTOCK_BASE_URL: proxy.baseUrl, ...options.environment };
  const server = await startTestServer({ ...options, environment });
  proxy.aim(server.baseUrl);
  return {
    proxy,
    server,
    async close() {
      proxy.close();
      await server.close();
    },
  };
}
