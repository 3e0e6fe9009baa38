import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { beforeEach, onTestFinished } from 'vitest';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import type { startProxiedServer } from '../../helpers/proxied-server.ts';
import { startPeerApp } from './peer-app.ts';

export type PeerOptions = Partial<Parameters<typeof startPeerApp>[0]>;

/** Apps of people in one network, which use one server. Those of one test are different people; the next has the same. */
export function createPeerNetwork({ server, proxy }: Awaited<ReturnType<typeof startProxiedServer>>) {
  const people: ReturnType<typeof signInPlugin>[] = [];
  let taken = 0;
  beforeEach(() => {
    taken = 0;
  });
  function takePerson() {
    const person = people[taken] ?? signInPlugin(server);
    people[taken] = person;
    taken += 1;
    return person;
  }

  return {
    async startApp(options: PeerOptions = {}, signIn = takePerson) {
      const person = await signIn();
      const { appToken: token } = person;
      onTestFinished(async () => void (await server.call('peerGone', {}, { token })));
      return { person, ...(await startPeerApp({ baseUrl: proxy.baseUrl, token, ...options })) };
    },
    /** A peer that says it has a file, or receives it, and answers as told. */
    async startOwnPeer(
      answer: (request: http.IncomingMessage, response: http.ServerResponse) => unknown,
      file: { readonly content: Buffer; readonly isReceiving?: boolean },
    ) {
      const person = await signInPlugin(server);
      const listener = http.createServer((request, response) => void answer(request, response));
      await once(listener.listen(0, '127.0.0.1'), 'listening');
      const address = listener.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const call = { token: person.appToken };
      const first = createHash('sha256').update(file.content).digest().subarray(0, 8).toString('base64');
      const said = file.isReceiving ? { has: '', receiving: first } : { has: first };
      await server.call('peerHere', { places: [{ address: '127.0.0.1', port }], ...said }, call);
      onTestFinished(async () => {
        await server.call('peerGone', {}, call);
        listener.closeAllConnections();
        listener.close();
      });
      return call;
    },
  };
}
