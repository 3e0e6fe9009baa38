import type { TestServer } from './test-server.ts';

/** What a signed-in browser sends with every request: its cookie and the CSRF token of its page. */
export async function signInBrowser(server: TestServer, person: { email: string; password: string }) {
  const { body, headers } = await server.call('signIn', { email: person.email, password: person.password });
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { headers: { cookie, 'x-csrf-token': body.csrfToken ?? '' } };
}
