import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import { routes } from '../contract/index.ts';
import { firstLook } from '../contract/limits.ts';
import { toHtml } from './to-html.ts';

/** Requests that a page's scripts would otherwise make one after the other. */
type Early = {
  /** Scripts and styles of the page's part of the UI, relative to the site's root. */
  readonly files: readonly string[];
  /** Path and query of its first API call, and the pictures in the answer. */
  readonly call: string | null;
  readonly pictures: readonly string[];
};

type Poster = Pick<ModelRecord, 'previewSmallUrl' | 'previewMediumUrl'>;

/** The API call of the catalogue page without any filters. */
export const listingCall = `${routes.browse.path}?${new URLSearchParams({ limit: String(firstLook.models), offset: '0' })}`;

export const modelCall = (guid: string) => routes.model.path.replace('{guid}', encodeURIComponent(guid));

/** For phones only: on larger screens, users choose the size of cards, which changes the pictures. */
export const toCardPicture = ({ previewSmallUrl, previewMediumUrl }: Poster): readonly string[] =>
  previewSmallUrl === null || previewMediumUrl === null
    ? []
    : [
        `media="(max-width: 560px)" imagesizes="${firstLook.cardWidths}" imagesrcset="${toHtml(`${previewSmallUrl} 256w, ${previewMediumUrl} 512w`)}"`,
      ];

export const toPagePicture = ({
  previewLargeUrl,
}: Pick<ModelRecord, 'previewLargeUrl'>): readonly string[] =>
  previewLargeUrl === null ? [] : [`href="${toHtml(previewLargeUrl)}"`];

const above = (tag: string, html: string, lines: readonly string[]) =>
  html.replace(tag, () => `${lines.map((line) => `  ${line}\n  `).join('')}${tag}`);

/**
 * Adds links that make the browser fetch early. Our addresses are relative, because the site can be below a path.
 * Styles come after the first frame, which needs none of them and would otherwise wait for them.
 */
export function fetchEarly(html: string, { files, call, pictures }: Early): string {
  const [styles, scripts] = [true, false].map((isStyle) =>
    files.filter((file) => file.endsWith('.css') === isStyle),
  );
  const lines = [
    ...(scripts ?? []).map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`),
    ...(call === null ? [] : [`<link rel="preload" as="fetch" crossorigin href=".${toHtml(call)}">`]),
    ...pictures.map((picture) => `<link rel="preload" as="image" fetchpriority="high" ${picture}>`),
  ];
  const links = (styles ?? []).map((file) => `<link rel="stylesheet" crossorigin href="./${file}">`);
  return above('</body>', above('</head>', html, lines), links);
}
