import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { oakLibrary } from './oak-library.ts';
import { startOverlay } from './overlay-server.ts';

export const script = path.resolve(import.meta.dirname, '../../../plugins/3dsmax/free3d_installer.ms');

/** A real server with a library, behind a proxy that can harm files and an overlay that can answer in its place. */
export async function startStage(files: Parameters<typeof makeLibraryFolder>[0] = oakLibrary()) {
  const library = makeLibraryFolder(files);
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
    close: async () => {
      overlay.close();
      fault.close();
      await server.close();
      library.remove();
    },
  };
}
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Opens the panel with the stage's address in it. */
export async function openPanel({ max }: MaxSession, stage: Stage, file = script) {
  await max({ do: 'drop', file });
  return max({ do: 'type', control: 'edtServer', text: stage.address });
}

export async function signIn({ max }: MaxSession, stage: Stage) {
  const { launched } = await max({ do: 'press', control: 'btnSign' });
  await stage.approve(launched.at(-1));
  return max({ do: 'tick', control: 'tmrPoll' });
}

/** Finds a model and opens its page. */
export async function openModel({ max }: MaxSession, query: string) {
  await max({ do: 'type', control: 'edtQuery', text: query });
  await max({ do: 'press', control: 'btnFind' });
  return max({ do: 'choose', control: 'lstModels', item: 1 });
}

export async function chooseFile({ max }: MaxSession, lod: string, format: string) {
  await max({ do: 'choose', control: 'ddlTopology', item: lod });
  return max({ do: 'choose', control: 'ddlFormat', item: format });
}

export async function openChair(session: MaxSession, lod = '1k', format = 'fbx') {
  await openModel(session, 'oak chair');
  return chooseFile(session, lod, format);
}

/** The names of all files that the plugin wrote. */
export const listFiles = ({ root }: MaxSession): string[] =>
  existsSync(path.join(root, 'import'))
    ? readdirSync(path.join(root, 'import'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort()
    : [];
