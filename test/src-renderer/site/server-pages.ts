import type { BrowserContextOptions, Page } from 'playwright';
import { routes } from '../../../server/contract/index.ts';
import { builtPages } from '../../helpers/built.ts';
import { type LibraryFolder, makeLibraryFolder } from '../../helpers/library-folder.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { describeBuiltPages } from './describe-built-pages.ts';

type Wish = Parameters<typeof startTestServer>[0] & {
  /** A separate library with these files. */
  readonly files?: Parameters<typeof makeLibraryFolder>[0];
  readonly browser?: BrowserContextOptions;
};
type Opened = { readonly server: TestServer; readonly page: Page; readonly library: LibraryFolder | null };
type Open = (wish?: Wish) => Promise<Opened>;
/** `openForAll` is for what tests that leave no trace use one after the other. */
export type ServerPages = { readonly open: Open; readonly openForAll: Open };

export const firstAdmin = { name: 'Ada Artist', email: 'ada@example.org', password: 'correct horse battery' };

/** Tests of the built pages on a real server in a real browser. */
export function describeServerPages(title: string, body: (pages: ServerPages) => void): void {
  describeBuiltPages(title, ({ forAll, ...forTest }) => {
    const createOpen =
      ({ open, closeLater }: typeof forAll): Open =>
      async ({ browser, files, ...wish } = {}) => {
        const library = files === undefined ? null : makeLibraryFolder(files);
        if (library) closeLater(async () => library.remove());
        const own = library && { libraryDir: library.folder };
        const server = await startTestServer({ ...wish, ...own, rendererDir: builtPages });
        closeLater(server.close);
        return { server, library, page: await open(server.baseUrl, browser) };
      };
    body({ open: createOpen(forTest), openForAll: createOpen(forAll) });
  });
}

type Person = { readonly email: string; readonly password: string };

/** Signs the browser in without the page for that, which costs as much as a test. */
export async function signInAs(page: Page, { email, password }: Person): Promise<void> {
  const answer = await page.request.post(routes.signIn.path, { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
}

/** Opens a page as somebody whose browser is signed in. */
export async function openAs(page: Page, address: string, person: Person): Promise<void> {
  await signInAs(page, person);
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
