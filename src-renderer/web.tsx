import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/marks.css';
import { applyTheme, readTheme } from './app/theme.ts';
import { startWeb } from './app/web/start-web.tsx';

applyTheme(readTheme());
const root = document.querySelector<HTMLElement>('#root');
if (root !== null) startWeb(root);
