import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/marks.css';
import './styles/layout.css';
import './text/parts/all.ts';
import { startDesktop } from './app/desktop/start-desktop.tsx';
import { applyTheme, readTheme } from './app/theme.ts';
import { applyLanguage, readLanguage } from './lib/language.ts';

applyTheme(readTheme());
await applyLanguage(readLanguage());
const root = document.querySelector<HTMLElement>('#root');
if (root !== null && window.lodestock !== undefined) startDesktop(window.lodestock, root);
