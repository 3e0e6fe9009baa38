import { openPage } from './app/open-page.ts';
import './text/parts/frame.ts';
import './text/parts/model.ts';
import './text/parts/share.ts';
import { createRoot } from 'react-dom/client';
import { SharedPage } from './app/share/shared-page.tsx';
import { PlatformContext } from './components/platform.ts';

const root = await openPage();
const told = document.querySelector('#shared')?.textContent;
const isMac = navigator.platform.startsWith('Mac');
const copyText = (text: string) => navigator.clipboard.writeText(text);
if (root !== null)
  createRoot(root).render(
    <PlatformContext value={{ kind: 'web', isMac, copyText }}>
      <SharedPage page={told ? JSON.parse(told) : null} address={location.pathname} />
    </PlatformContext>,
  );
