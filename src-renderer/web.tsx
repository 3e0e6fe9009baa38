import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/marks.css';
import './styles/layout.css';
import './text/parts/frame.ts';
import { applyTheme, readTheme } from './app/theme.ts';
import { startWeb } from './app/web/start-web.tsx';
import { applyLanguage, readLanguage } from './lib/language.ts';

applyTheme(readTheme());
await applyLanguage(readLanguage());
// A slow phone answers before it continues: all of the code has just run for the first time.
await new Promise((resolve) => setTimeout(resolve));
const root = document.querySelector<HTMLElement>('#root');
if (root !== null) startWeb(root);
