import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import { AppError } from '../contract/errors.ts';
import { toHtml } from './to-html.ts';

/** Preview of a link to a model, for example in a chat. */
export type PageModel = Pick<
  ModelRecord,
  'guid' | 'title' | 'description' | 'category' | 'lods' | 'formats' | 'canonicalUrl' | 'previewLargeUrl'
>;

const longestDescription = 200;

function summarise({ title, description, category, lods, formats }: PageModel): string {
  const words = description.replaceAll(/\s+/g, ' ').trim();
  const parts = [`${title}, a 3D model`, category, lods.join(', '), formats.join(', ').toUpperCase()];
  const text = words === '' ? parts.filter(Boolean).join(' · ') : words;
  return text.length <= longestDescription ? text : `${text.slice(0, longestDescription - 1)}…`;
}

/** Adds title, description and picture of this model to the built page's head. */
export function describePage(html: string, model: PageModel): string {
  const description = toHtml(summarise(model));
  const title = toHtml(model.title);
  const picture = model.previewLargeUrl;
  const lines = [
    `<title>${title} · Lodestock</title>`,
    `<meta name="description" content="${description}" />`,
    `<link rel="canonical" href="${toHtml(model.canonicalUrl)}" />`,
    '<meta property="og:site_name" content="Lodestock" />',
    '<meta property="og:type" content="website" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${toHtml(model.canonicalUrl)}" />`,
    ...(picture === null ? [] : [`<meta property="og:image" content="${toHtml(picture)}" />`]),
    `<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}" />`,
  ];
  // A function, because a title can contain `$` patterns.
  return html
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => lines.join('\n    '));
}

const mostCuts = 12;

/** Finds the model of `{guid}-{slug}`: a UUID or number, else the longest prefix at a hyphen. `show` throws MODEL_NOT_FOUND. */
export function createFindModel<M>(show: (guid: string) => M) {
  const find = (guid: string): M | null => {
    try {
      return show(guid);
    } catch (error) {
      if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return null;
      throw error;
    }
  };
  return (segment: string): M | null => {
    if (!/^[A-Za-z0-9_-]{1,400}$/.test(segment)) return null;
    const parts = segment.split('-');
    const whole = parts.slice(0, 5).join('-');
    const cuts = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
    const likely = [whole, parts[0] ?? '', ...cuts].filter((cut) => cut !== '' && cut.length <= 128);
    for (const guid of [...new Set(likely)].slice(0, mostCuts)) {
      const model = find(guid);
      if (model !== null) return model;
    }
    return null;
  };
}
