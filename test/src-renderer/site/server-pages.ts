import type { BrowserContextOptions, Page } from 'playwright';
import { routes } from '../../../server/contract/index.ts';
import { builtPages } from '../../helpers/built.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { describeBuiltPages } from './describe-built-pages.ts';

type Wish = Parameters<typeof startTestServer>[0] & { readonly browser?: BrowserContextOptions };
type Opened = { readonly server: TestServer; readonly page: Page };
export type ServerPages = { open(wish?: Wish): Promise<Opened> };

export const firstAdmin = { name: 'Ada Artist', email: 'ada@example.org', password: 'correct horse battery' };

/** Tests of the built pages on a real server in a real browser. */
export function describeServerPages(title: string, body: (pages: ServerPages) => void): void {
  describeBuiltPages(title, ({ open, closeLater }) => {
    body({
      async open({ browser, ...wish } = {}) {
        const server = await startTestServer({ ...wish, rendererDir: builtPages });
        closeLater(server.close);
        return { server, page: await open(server.baseUrl, browser) };
      },
    });
  });
}

type Person = { readonly email: string; readonly password: string };

/** Opens a page as somebody whose browser is signed in; without the page for that, which costs as much as a test. */
export async function openAs(page: Page, address: string, person: Person): Promise<void> {
  const { email, password } = person;
  const answer = await page.request.post(routes.signIn.path, { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  await page.goto(address);
}

/** Signs the browser in as a person does, and waits for the page that was wanted. */
export async function signInTo(page: Page, address: string, person: Person): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ next: address })}`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${address}`);
}
