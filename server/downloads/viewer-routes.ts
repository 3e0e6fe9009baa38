import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BrowserSessions } from '../accounts/sign-in/browser-sessions.ts';
import type { Authenticate } from '../base/http/caller.ts';
import { requireDownload } from '../base/sight.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import { lods } from '../contract/limits.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { ResolveDownload } from './resolve-download.ts';
import { resolveFile } from './resolve-file.ts';

type Parts = {
  readonly models: Models;
  readonly sessions: Pick<BrowserSessions, 'isForeign'>;
  readonly authenticate: Authenticate;
  readonly resolveDownload: ResolveDownload;
  readonly capabilities: Capabilities;
};
type ViewerRequest = FastifyRequest<{ Params: { guid: string; '*': string } }>;

/** The scene that a file belongs to: itself, or the lightest scene that needs it. */
function findScene(files: readonly InventoryFile[], file: InventoryFile): InventoryFile {
  if (file.role === 'scene') return file;
  const rank = ({ lod }: InventoryFile) => lods.indexOf(lod);
  const scenes = files.filter(({ role, needs }) => role === 'scene' && needs.includes(file.relativePath));
  return scenes.sort((a, b) => rank(a) - rank(b))[0] ?? file;
}

/** Redirects the viewer to any free or owned file, so that a model's relative references work. Never charges. */
export function registerViewerFiles(app: FastifyInstance, parts: Parts) {
  const { models, sessions, authenticate, resolveDownload, capabilities } = parts;
  app.get('/viewer-asset/:guid/files/*', async (request: ViewerRequest, reply) => {
    reply.header('cache-control', 'no-store');
    const { guid, '*': relativePath } = request.params;
    const files = models.files(models.get(guid).id);
    requireDownload(guid);
    const file = resolveFile(files, { relativePath });
    const scene = findScene(files, file);
    // Pages of other origins see only public files, even if the user is signed in here.
    const payer = sessions.isForeign(request) ? null : authenticate(request);
    const asked = { relativePath: scene.relativePath };
    const given = await resolveDownload({ payer, guid, asked, isSceneOnly: false, mostCents: 0 });
    const { expiresAt, grantedBy } = given;
    return reply.redirect(
      capabilities.toUrl({ guid, of: scene.relativePath, path: relativePath, expiresAt, grantedBy }),
    );
  });
}
