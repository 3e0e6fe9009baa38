import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/buttons.css';
import '../styles/fields.css';
import '../styles/marks.css';
import '../styles/layout.css';
import { applyLanguage, readLanguage } from '../lib/language.ts';
import { applyTheme, readTheme } from './theme.ts';

/** What the page is drawn in, once it has its theme and language. */
export async function openPage(): Promise<HTMLElement | null> {
  applyTheme(readTheme());
  await applyLanguage(readLanguage());
  return document.querySelector<HTMLElement>('#root');
}
