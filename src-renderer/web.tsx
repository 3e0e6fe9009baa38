import { openPage } from './app/open-page.ts';
import './text/parts/frame.ts';
import { startWeb } from './app/web/start-web.tsx';

const root = await openPage();
// Lets a slow phone respond first, as all of the code has just run for the first time.
await new Promise((resolve) => setTimeout(resolve));
if (root !== null) startWeb(root);
