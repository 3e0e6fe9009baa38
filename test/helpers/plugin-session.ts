import type { Scope } from '../../server/contract/common.ts';
import { signInBrowser } from './browser-session.ts';
import { registerPerson, type TestServer } from './test-server.ts';

/** A new person with a browser session and an app that they have approved with these scopes. */
export async function signInPlugin(
  server: TestServer,
  scopes: Scope[] = ['download:direct', 'scene:import'],
) {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  const app = {
    appSlug: 'test',
    appName: 'Test',
    appVersion: '1',
    pluginFamily: 'unity',
    deviceName: 'here',
  };
  const { body } = await server.call('startSignIn', { ...app, requestedScopes: scopes });
  const { sessionId, pollToken } = body;
  await server.call('approveSignIn', { sessionId, scopes }, browser);
  const { appToken = '' } = (await server.call('pollSignIn', { sessionId, pollToken })).body;
  return { ...person, appToken, browser };
}
