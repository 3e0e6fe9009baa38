import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Addresses } from '../base/http/addresses.ts';
import { placePage } from '../base/http/sub-path.ts';
import type { SharedPage } from '../contract/accounts/shares.ts';
import { AppError } from '../contract/errors.ts';
import { describePage, type PageModel } from '../site/describe-page.ts';
import { toSharedPolicy } from '../site/page-policy.ts';
import { toHtml } from '../site/to-html.ts';

type Parts = {
  readonly config: { readonly hosts: readonly string[] };
  readonly rendererDir: string;
  readonly addresses: Addresses;
};

const noLink: PageModel = {
  ...{ guid: '', category: '', lods: [], formats: [], canonicalUrl: '', previewLargeUrl: null },
  title: 'This link has ended',
  description: 'Ask the person who sent it for another one.',
};

const describeCollection = ({ title, cards }: SharedPage): PageModel => ({
  ...{ ...noLink, title, description: `A collection of 3D models: ${cards?.length ?? 0}` },
  previewLargeUrl: cards?.map((one) => one.previewMediumUrl).find((url) => url !== null) ?? null,
});

/** Sends the page of links. Other sites can embed only its framed form; the Referer never reveals the link. */
export function createSharePage({ config, rendererDir, addresses: { base, worker, root } }: Parts) {
  const read = () =>
    readFile(path.join(rendererDir, 'share.html'), 'utf8').catch((cause: unknown) => {
      const message = 'The page of links is not built. Run "npm run serve", which builds it.';
      throw new AppError('UNAVAILABLE', message, { cause });
    });
  const send = (reply: FastifyReply, html: string, isFramed: boolean) =>
    reply
      .headers({
        'content-security-policy': toSharedPolicy([base(), worker(), ...config.hosts], isFramed),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        ...(!isFramed && { 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' }),
      })
      .type('text/html; charset=utf-8')
      .send(html);
  return {
    async show(reply: FastifyReply, page: SharedPage, token: string) {
      const address = `${base()}/s/${token}`;
      const chosen = page.cards !== null && page.model !== null ? `?model=${page.model.guid}` : '';
      const canonicalUrl = `${address}${chosen}`;
      const model = page.model && { ...page.model, canonicalUrl };
      const oembed = `<link rel="alternate" type="application/json+oembed" href="${toHtml(address)}/oembed" title="${toHtml(page.title)}" />`;
      const told = JSON.stringify({ ...page, model }).replaceAll('<', '\\u003c');
      const html = describePage(await read(), model ?? { ...describeCollection(page), canonicalUrl })
        // The link's files are below its address; the page's own are not.
        .replaceAll('="./', `="${root}/`)
        .replace('<base href="/"', `<base href="${root}/s/${token}/"`)
        .replace('</head>', () => `  ${oembed}\n  </head>`)
        .replace(
          '</body>',
          () => `  <script type="application/json" id="shared">${told}</script>\n  </body>`,
        );
      return send(reply, html, page.isFramed);
    },
    /** For an ended link, without revealing its target; 404 if there never was such a link. */
    async end(reply: FastifyReply, status: 404 | 410, isFramed: boolean) {
      const html = describePage(await read(), noLink).replace(/\s*<link rel="canonical"[^>]*>/, '');
      return send(reply.code(status), placePage(html, root), isFramed);
    },
  };
}
