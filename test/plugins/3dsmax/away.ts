import path from 'node:path';
import { nobody, startScriptedAssets } from '../desktop-assets.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { offer } from './offered-update.ts';

export const noteOf = ({ root }: MaxSession, folder = 'Lodestock') =>
  path.join(root, 'appdata', folder, 'dcc.json');
export const goTo = ({ max }: MaxSession, server: string) =>
  max({ do: 'type', control: 'edtServer', text: server });

/** Takes a panel's server away, and lets an app offer the next version. */
export async function setAway(session: MaxSession) {
  const app = await startScriptedAssets(noteOf(session));
  offer(app);
  await goTo(session, nobody);
  return { session, app };
}
