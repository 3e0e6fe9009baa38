import { setTimeout as wait } from 'node:timers/promises';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { sampleGlb } from '../../helpers/sample-files.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { oakLibrary } from '../3dsmax/oak-library.ts';
import { startOverlay } from '../3dsmax/overlay-server.ts';
import type { UnitySession } from './unity-session.ts';

const unityModels = () => ({
  'Oak chair/1k/chair.glb': sampleGlb({ triangles: 10 }),
  'Oak chair/1k/chair.unitypackage': Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  'Rock/product.json': JSON.stringify({ title: 'Rock' }),
  'Rock/1k/rock.obj': objText(30_000),
});

/** A real server with a library, behind a proxy that can harm files and an overlay that can answer in its place. */
export async function startStage() {
  const library = makeLibraryFolder({ ...oakLibrary(), ...unityModels() });
  const fault = await startFaultProxy();
  const overlay = await startOverlay();
  fault.aim(overlay.baseUrl);
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { LODESTOCK_BASE_URL: fault.baseUrl },
  });
  overlay.aim(server.baseUrl);
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const sessionOf = (address: string | undefined) => /approve\/([^?]+)/.exec(address ?? '')?.[1] ?? '';
  // An answer that comes at once hides what runs on the wrong thread.
  const slowDown = () =>
    overlay.answer(/./, async (_, passOn) => {
      await wait(50);
      const answer = await passOn();
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      return { status: answer.status, type, body: new Uint8Array(await answer.arrayBuffer()) };
    });
  slowDown();
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
        { sessionId: sessionOf(address), scopes: ['account:read', 'download:direct', 'scene:import'] },
        browser,
      ),
    deny: (address: string | undefined) =>
      server.call('denySignIn', { sessionId: sessionOf(address) }, browser),
    mend: () => {
      fault.set('none');
      overlay.clear();
      slowDown();
    },
    close: async () => {
      overlay.close();
      fault.close();
      await server.close();
      library.remove();
    },
  };
}
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Opens the window with the stage's address in it. */
export async function openWindow(unity: UnitySession, stage: Stage) {
  await unity.open();
  return unity.type('Server', stage.address);
}

/** Signs in, approved at once; the editor's clock goes on so that the first poll is due. */
export async function signIn(unity: UnitySession, stage: Stage) {
  await unity.tap('Sign in');
  await unity.until('Approve in the browser');
  const { opened } = await unity.send('opened');
  await stage.approve(opened.at(-1));
  await unity.send('advance', '2');
  return unity.until('Signed in');
}

export async function openModel(unity: UnitySession, query: string, title: string) {
  await unity.type('Search', query);
  await unity.press('Search');
  return unity.press(title);
}

export const openChair = (unity: UnitySession) => openModel(unity, 'oak chair', 'Oak chair');
