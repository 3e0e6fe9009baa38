import type { ModelDetails } from '../../server/contract/catalogue/discovery.ts';
import { readLicence } from '../../server/shared/licence-terms.ts';
import { t } from '../text/text.ts';

type KnownLicence = { readonly url: string; readonly sentence: string };

const conditions = ['by', 'by-sa', 'by-nc', 'by-nd', 'by-nc-sa', 'by-nc-nd'] as const;

/** Finds a Creative Commons licence, such as `CC0-1.0`, `CC0`, `CC-BY-4.0` or `CC BY-SA 3.0`; null for any other. */
export function findLicence(name: string): KnownLicence | null {
  const url = readLicence(name)?.url ?? null;
  if (url === null) return null;
  const kind = conditions.find((one) => url.includes(`/${one}/`)) ?? 'cc0';
  return { url, sentence: t(`model.licences.${kind}`) };
}

/** Returns the credit to include wherever a model is used. */
export function toAttribution(
  details: Pick<ModelDetails, 'title' | 'license' | 'attribution' | 'canonicalUrl'>,
): string {
  const { title, license, attribution, canonicalUrl } = details;
  const url = findLicence(license)?.url;
  return [
    attribution ? `“${title}”: ${attribution}` : `“${title}”`,
    license === '' ? null : url === undefined ? license : `${license} (${url})`,
    canonicalUrl,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
