import { openPage } from './app/open-page.ts';
import './text/parts/all.ts';
import { startDesktop } from './app/desktop/start-desktop.tsx';

const root = await openPage();
if (root !== null && window.lodestock !== undefined) startDesktop(window.lodestock, root);
