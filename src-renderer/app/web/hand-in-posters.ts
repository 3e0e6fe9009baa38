import type { Api } from '../../api/api.ts';
import type { DrawnModel, DrawnPictures } from '../../features/browse/cards/drawn-pictures.ts';
import type { WebContext } from './web-context.ts';

type Parts = {
  readonly api: Api<'handInPoster' | 'publishes'>;
  readonly session: WebContext['stores']['session'];
  readonly drawn: Pick<DrawnPictures, 'follow'>;
};

async function toBase64(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Sends posters rendered here to a server that renders none, so that everyone sees them. Admins may do so for every
 * model, publishers for their own.
 */
export function handInPosters({ api, session, drawn }: Parts): void {
  let isWanted = true;
  let own: { readonly id: string; readonly guids: Promise<ReadonlySet<string>> } | null = null;

  const listOwn = async () => new Set((await api.call('publishes')).publishes.map(({ guid }) => guid));
  const mayChoose = async (guid: string) => {
    const { user } = session.getState();
    if (user === null) return false;
    if (user.role === 'admin') return true;
    if (own?.id !== user.id) own = { id: user.id, guids: listOwn() };
    return (await own.guids).has(guid);
  };
  const handIn = async ({ guid, version }: DrawnModel, picture: Blob) => {
    if (!(await mayChoose(guid))) return;
    const answer = await api.call('handInPoster', { guid, version, picture: await toBase64(picture) });
    isWanted = answer.isWanted;
  };
  const isDecider = () => ['admin', 'publisher'].includes(session.getState().user?.role ?? '');
  drawn.follow({
    isWanted: () => isWanted && isDecider(),
    // A failure does not affect the user, who sees the picture anyway.
    take: (model, picture) => void handIn(model, picture).catch(() => undefined),
  });
  session.subscribe(({ user }, before) => {
    if (user?.id !== before.user?.id) isWanted = true;
  });
}
