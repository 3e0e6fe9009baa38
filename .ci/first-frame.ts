import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What the first frame needs, in the order in which it counts. */
const sheets = ['tokens.css', 'first-frame.css'];

/** The pages that begin with it; in the window, the logo stands further to the right. */
const pages: Readonly<Record<string, string>> = {
  'web.html': '',
  'index.html': '.first-frame { padding-inline-start: calc(var(--space-5) + var(--space-3)) }',
};

const shorten = (text: string) =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll('> <', '><')
    .trim();

/**
 * Writes the frame of every page and its style into the page, and what names other styles behind it: it is in view
 * while scripts and styles are on the way, and they put their own in its place. Scripts wait for styles all the same, so that
 * nothing else is ever seen without its style.
 */
export const writeFirstFrame = (renderer: string): Plugin => ({
  name: 'write-first-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename }) {
      const ofPage = pages[path.basename(filename)];
      if (ofPage === undefined) return html;
      const read = (name: string) => readFileSync(path.join(renderer, 'styles', name), 'utf8');
      const style = shorten([...sheets.map(read), ofPage].join('\n'));
      const links = html.match(/[ \t]*<link rel="stylesheet"[^>]*>\n/g) ?? [];
      return links
        .reduce((rest, link) => rest.replace(link, ''), html)
        .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
        .replace('<div id="root">', (root) => root + shorten(read('first-frame.html')))
        .replace('</body>', () => `${links.join('')}  </body>`);
    },
  },
});
