import { writeFileSync } from 'node:fs';
import path from 'node:path';

export type Picture = {
  readonly shot: string;
  readonly theme: string;
  readonly width: number;
  /** null where it could not be taken. */
  readonly file: string | null;
  readonly fault: string | null;
};

const toMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `
  body { margin: 24px; font: 15px/1.5 system-ui; color-scheme: light dark; }
  section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; margin-bottom: 40px; }
  h2 { width: 100%; margin: 0; font-size: 18px; }
  figure { margin: 0; }
  img { display: block; height: 420px; border: 1px solid #8888; border-radius: 6px; }
  strong { color: #c33; }
  nav { columns: 4; margin-bottom: 32px; }`;

function showPicture({ file, theme, width, fault }: Picture): string {
  const shown = file === null ? '' : `<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>`;
  const told = fault === null ? '' : ` <strong>${toMarkup(fault)}</strong>`;
  return `<figure>${shown}<figcaption>${width} ${theme}${told}</figcaption></figure>`;
}

/** Writes all pictures onto one page, a row for each page and state; returns its file. */
export function writeGallery(folder: string, pictures: readonly Picture[]): string {
  const byShot = Object.entries(Object.groupBy(pictures, ({ shot }) => shot));
  const rows = byShot.map(
    ([shot, those = []]) =>
      `<section id="${shot}"><h2>${shot}</h2>${those.map(showPicture).join('')}</section>`,
  );
  const contents = byShot.map(([shot]) => `<a href="#${shot}">${shot}</a><br>`).join('');
  const file = path.join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lodestock, every page</title><style>${style}</style><h1>Every page and state</h1><nav>${contents}</nav>${rows.join('\n')}</html>\n`,
  );
  return file;
}
