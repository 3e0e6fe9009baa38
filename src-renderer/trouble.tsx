import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/marks.css';
import './styles/layout.css';
import './text/parts/frame.ts';
import { createRoot } from 'react-dom/client';
import { applyTheme, readTheme } from './app/theme.ts';
import { TroublePage } from './app/trouble-page.tsx';
import { applyLanguage, readLanguage } from './lib/language.ts';

applyTheme(readTheme());
await applyLanguage(readLanguage());
const root = document.querySelector<HTMLElement>('#root');
if (root !== null) {
  const given = new URLSearchParams(location.search);
  createRoot(root).render(
    <TroublePage
      isCrash={given.get('kind') === 'gone'}
      details={given.get('details') ?? ''}
      onReload={() => location.replace('./index.html')}
      onCopy={async (text) => void (await window.lodestock?.call('app.copyText', { text }))}
    />,
  );
}
