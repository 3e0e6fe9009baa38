import type { BrowserContextOptions, Page } from 'playwright';
import { routes } from '../../../server/contract/index.ts';
import { outlive } from '../../helpers/after-use.ts';
import { builtPages } from '../../helpers/built.ts';
import { type LibraryFolder, makeLibraryFolder } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { clearPage } from './clear-page.ts';
import { type BuiltPages, describeBuiltPages } from './describe-built-pages.ts';

type Wish = Parameters<typeof startTestServer>[0] & {
  /** A separate library with these files. */
  readonly files?: Parameters<typeof makeLibraryFolder>[0];
  readonly browser?: BrowserContextOptions;
};
type SharedWish = Omit<NonNullable<Wish>, 'browser'>;
type Opened = { readonly server: TestServer; readonly page: Page; readonly library: LibraryFolder | null };
type Open = (wish?: Wish) => Promise<Opened>;
type Registered = Awaited<ReturnType<typeof registerPerson>>;
type Visit = {
  /** Where the page goes; to an empty page when absent. */
  readonly at?: string;
  /** Who is signed in: the first admin when absent, `member` a person who is new here. */
  readonly who?: 'member' | Registered | null;
  /** For a page with these options in place of the one that tests share. */
  readonly browser?: BrowserContextOptions;
};
type Shared = Opened & { readonly admin: Registered; readonly person: Registered };
export type ServerPages = {
  readonly open: Open;
  /** What tests that leave no trace use one after the other. */
  readonly openForAll: Open;
  /**
   * One server with its first admin for many tests, and one page, cleared after each of them: a server and a page cost
   * more than most of what a test does with them.
   */
  readonly share: (wish?: SharedWish | (() => Promise<SharedWish>)) => (visit?: Visit) => Promise<Shared>;
};

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
    const openForAll: Open = (wish) => outlive('file', () => createOpen(forAll)(wish));
    body({ open: createOpen(forTest), openForAll, share: createShare(forTest, openForAll) });
  });
}

function createShare(
  { open, closeLater }: Pick<BuiltPages, 'open' | 'closeLater'>,
  openForAll: Open,
): ServerPages['share'] {
  const openFirst = async (wish: Wish = {}) => {
    const opened = await openForAll(wish);
    const { body } = await opened.server.call('register', firstAdmin);
    const { email, password } = firstAdmin;
    return { ...opened, admin: { email, password, ...body } };
  };
  return (wish) => {
    let first: ReturnType<typeof openFirst> | null = null;
    let isTaken = false;
    const takePage = (page: Page) => {
      if (!isTaken)
        closeLater(async () => {
          await clearPage({ page }, '/healthz');
          isTaken = false;
        });
      isTaken = true;
      return page;
    };
    const findPerson = async ({ server, admin }: Awaited<ReturnType<typeof openFirst>>, who: Visit['who']) =>
      who === 'member' ? registerPerson(server) : (who ?? admin);
    return async ({ at, who, browser } = {}) => {
      first ??= outlive('file', async () => openFirst(typeof wish === 'function' ? await wish() : wish));
      const shared = await first;
      const page = browser ? await open(shared.server.baseUrl, browser) : takePage(shared.page);
      const person = await findPerson(shared, who);
      if (who !== null) await signInAs(page, person);
      if (at !== undefined) await page.goto(at);
      return { ...shared, page, person };
    };
  };
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
