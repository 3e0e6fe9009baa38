import { signInBrowser } from '../helpers/browser-session.ts';
import { startFaultProxy } from '../helpers/fault-proxy.ts';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { drawPosters, posterEnvironment } from '../helpers/poster-renderer.ts';
import { registerPerson, startTestServer } from '../helpers/test-server.ts';
import { startOverlay } from './overlay-server.ts';

/** A real server with a library, behind a proxy that can harm files and an overlay that can answer in its place. */
export async function startPluginStage(
  files: Parameters<typeof makeLibraryFolder>[0],
  environment: Readonly<Record<string, string>> = {},
) {
  const library = makeLibraryFolder(files);
  const fault = await startFaultProxy();
  const overlay = await startOverlay();
  fault.aim(overlay.baseUrl);
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { ...posterEnvironment, LODESTOCK_BASE_URL: fault.baseUrl, ...environment },
  });
  overlay.aim(server.baseUrl);
  await drawPosters(server);
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);

  const sessionOf = (address: string | undefined) => /approve\/([^?]+)/.exec(address ?? '')?.[1] ?? '';
  return {
    library,
    fault,
    overlay,
    server,
    person,
    browser,
    address: fault.baseUrl,
    approve: (address: string | undefined) =>
      server.call(
        'approveSignIn',
        {
          sessionId: sessionOf(address),
          scopes: ['account:read', 'download:direct', 'scene:import', 'lists:write'],
        },
        browser,
      ),
    deny: (address: string | undefined) =>
      server.call('denySignIn', { sessionId: sessionOf(address) }, browser),
    close: async () => {
      overlay.close();
      fault.close();
      await server.close();
      library.remove();
    },
  };
}
export type PluginStage = Awaited<ReturnType<typeof startPluginStage>>;
