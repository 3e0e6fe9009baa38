import { z } from 'zod';
import { repeat } from './client-loop.ts';
import type { LoadParts } from './start-load.ts';

const Started = z.object({ sessionId: z.string(), pollToken: z.string() });
const Polled = z.object({ status: z.string() });

/** A plugin that waits for its approval; one in three is approved after a while, the others ask again. */
export function poll(parts: LoadParts, browser: Readonly<Record<string, string>>): Promise<void> {
  const { site, createClient, random, stop } = parts;
  const client = createClient();
  const app = {
    appSlug: 'soak',
    appName: 'Soak',
    appVersion: '1',
    pluginFamily: 'unity',
    deviceName: 'desk',
  };
  let waiting: z.infer<typeof Started> | null = null;
  let polls = 0;

  const start = async () => {
    const body = { ...app, requestedScopes: ['account:read', 'download:direct'] };
    const reply = await client.send({ kind: 'sign-in start', url: `${site.url}/api/apps/auth/start`, body });
    if (reply?.outcome !== 'fine') return;
    waiting = Started.parse(JSON.parse(reply.text));
    polls = 0;
  };
  const approve = async ({ sessionId }: z.infer<typeof Started>) => {
    const url = `${site.url}/api/apps/auth/session/${sessionId}/approve`;
    await client.send({ kind: 'approve', url, body: { scopes: ['account:read'] }, headers: browser });
  };
  return repeat(
    async () => {
      const asked = waiting;
      if (asked === null) return start();
      const url = `${site.url}/api/apps/auth/poll/${asked.sessionId}?pollToken=${asked.pollToken}`;
      const reply = await client.send({ kind: 'poll', url });
      polls += 1;
      if (reply?.outcome === 'wrong') waiting = null;
      if (reply?.outcome !== 'fine') return;
      if (Polled.parse(JSON.parse(reply.text)).status !== 'pending' || polls > 15) waiting = null;
      else if (polls === 5 && random() < 0.3) await approve(asked);
    },
    // A pause is at least half of this, and the server wants two seconds between two polls.
    { pause: 4_400, random, stop },
  ).finally(client.close);
}
