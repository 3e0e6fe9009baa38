import '../styles/tokens.css';
import '../styles/shared.css';
import { applyLanguage, readLanguage } from '../lib/language.ts';
import { applyTheme, readTheme } from './theme.ts';

/** Returns the root element, once theme and language are applied. */
export async function openPage(): Promise<HTMLElement | null> {
  applyTheme(readTheme());
  await applyLanguage(readLanguage());
  return document.querySelector<HTMLElement>('#root');
}
