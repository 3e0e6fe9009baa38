import '../styles/tokens.css';
import '../styles/shared.css';
import { applyLanguage, readLanguage } from '../lib/language.ts';
import { applyTheme, readTheme } from './theme.ts';

/** What the page is drawn in, once it has its theme and language. */
export async function openPage(): Promise<HTMLElement | null> {
  applyTheme(readTheme());
  await applyLanguage(readLanguage());
  return document.querySelector<HTMLElement>('#root');
}
