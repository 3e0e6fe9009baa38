import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What the first frame needs, in the order in which it counts. */
const sheets = ['tokens.css', 'first-frame.css'];

const shorten = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();

/**
 * Writes the style of the first frame into the web page, and what names other styles behind that frame: it is drawn
 * while they are on the way. Scripts wait for them all the same, so that nothing else is ever seen without its style.
 */
export const styleFirstFrame = (renderer: string): Plugin => ({
  name: 'style-first-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename }) {
      if (path.basename(filename) !== 'web.html') return html;
      const read = (name: string) => readFileSync(path.join(renderer, 'styles', name), 'utf8');
      const style = shorten(sheets.map(read).join('\n'));
      const links = html.match(/[ \t]*<link rel="stylesheet"[^>]*>\n/g) ?? [];
      return links
        .reduce((rest, link) => rest.replace(link, ''), html)
        .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
        .replace('</body>', () => `${links.join('')}  </body>`);
    },
  },
});
