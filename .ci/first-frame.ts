import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Style sheets that the first frame needs, in cascade order. */
const sheets = ['tokens.css', 'first-frame.css'];

const shorten = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim();

/**
 * Inlines the style of the first frame in the web page, and moves links to other styles behind that frame, which is
 * rendered while they load. Scripts still wait for all of them, so that nothing else ever appears unstyled.
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
