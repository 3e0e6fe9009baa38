import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What the first frame needs, in the order in which it counts. */
const sheets = ['tokens.css', 'first-frame.css'];
const file = 'first-frame.css';

const shorten = (text: string) =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll('> <', '><')
    .trim();

/**
 * Writes the frame of every page into the web page and the window, where it is in view while scripts are on the way, which
 * put their own in its place. Its style stands in the web page itself, and what names other styles behind that frame;
 * scripts wait for them all the same, so that nothing else is ever seen without its style. The window takes styles from files only.
 */
export function writeFirstFrame(renderer: string): Plugin {
  const read = (name: string) => readFileSync(path.join(renderer, 'styles', name), 'utf8');
  const style = () => shorten(sheets.map(read).join('\n'));
  const frame = (root: string) => root + shorten(read('first-frame.html'));
  return {
    name: 'write-first-frame',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `ui/${file}`, source: style() });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, bundle }) {
        const page = path.basename(filename);
        if (page !== 'web.html' && page !== 'index.html') return html;
        const framed = html.replace(/<div id="root"[^>]*>/, frame);
        const inHead = (text: string) => framed.replace('</head>', () => `  ${text}\n  </head>`);
        if (page === 'index.html')
          return inHead(bundle ? `<link rel="stylesheet" href="./ui/${file}">` : `<style>${style()}</style>`);
        const links = framed.match(/[ \t]*<link rel="stylesheet"[^>]*>\n/g) ?? [];
        return links
          .reduce((rest, link) => rest.replace(link, ''), framed)
          .replace('</head>', () => `  <style>${style()}</style>\n  </head>`)
          .replace('</body>', () => `${links.join('')}  </body>`);
      },
    },
  };
}
