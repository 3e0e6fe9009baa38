import type { Page } from '../chromium/open-page.ts';

export type ColorScheme = '' | 'dark' | 'light';

/** Shows the page the scheme of nativeTheme. */
export async function applyColorScheme({ session }: Page, value: ColorScheme): Promise<void> {
  const features = [{ name: 'prefers-color-scheme', value }];
  await session.send('Emulation.setEmulatedMedia', { features });
}

/** Keeps doing so after every navigation, since another DevTools client may have reset it meanwhile. */
export async function emulateColorScheme(page: Page, colorScheme: () => ColorScheme): Promise<void> {
  const apply = async (): Promise<void> => {
    if (colorScheme() !== '') await applyColorScheme(page, colorScheme());
  };
  page.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) apply().catch(() => {});
  });
  await apply();
}
