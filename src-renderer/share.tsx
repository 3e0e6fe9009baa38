import './styles/tokens.css';
import './styles/base.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/marks.css';
import './styles/layout.css';
import './text/parts/frame.ts';
import './text/parts/model.ts';
import './text/parts/share.ts';
import { createRoot } from 'react-dom/client';
import { SharedPage } from './app/share/shared-page.tsx';
import { applyTheme, readTheme } from './app/theme.ts';
import { PlatformContext } from './components/platform.ts';
import { applyLanguage, readLanguage } from './lib/language.ts';

applyTheme(readTheme());
await applyLanguage(readLanguage());
const root = document.querySelector<HTMLElement>('#root');
const told = document.querySelector('#shared')?.textContent;
const isMac = navigator.platform.startsWith('Mac');
const copyText = (text: string) => navigator.clipboard.writeText(text);
if (root !== null)
  createRoot(root).render(
    <PlatformContext value={{ kind: 'web', isMac, copyText }}>
      <SharedPage page={told ? JSON.parse(told) : null} address={location.pathname} />
    </PlatformContext>,
  );
