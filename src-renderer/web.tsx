import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/marks.css';
import './styles/first-frame.css';
import { applyTheme, readTheme } from './app/theme.ts';
import { startWeb } from './app/web/start-web.tsx';
import { applyLanguage, readLanguage } from './text/language.ts';

applyTheme(readTheme());
await applyLanguage(readLanguage());
const root = document.querySelector<HTMLElement>('#root');
if (root !== null) startWeb(root);
