import { openPage } from './app/open-page.ts';
import './text/parts/frame.ts';
import { createRoot } from 'react-dom/client';
import { TroublePage } from './app/trouble-page.tsx';

const root = await openPage();
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
