import type { ModelDetails } from '../../server/contract/catalogue/discovery.ts';
import { t } from '../text/text.ts';

/** A licence whose text and conditions are known. */
type KnownLicence = { readonly url: string; readonly sentence: string };

const conditions = ['by', 'by-sa', 'by-nc', 'by-nd', 'by-nc-sa', 'by-nc-nd'] as const;

/** Creative Commons by their usual names: `CC0-1.0`, `CC0`, `CC-BY-4.0`, `CC BY-SA 3.0`; null for any other. */
export function findLicence(name: string): KnownLicence | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (/^cc0(-1\.0)?$|^cc-zero$/.test(plain))
    return {
      url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      sentence: t('model.licences.cc0'),
    };
  const [, kind = '', version = '4.0'] = /^cc-(by(?:-nc)?(?:-nd|-sa)?)(?:-(\d\.\d))?$/.exec(plain) ?? [];
  const known = conditions.find((one) => one === kind);
  if (known === undefined) return null;
  return {
    url: `https://creativecommons.org/licenses/${known}/${version}/`,
    sentence: t(`model.licences.${known}`),
  };
}

/** The credit to write where a model is used. */
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
