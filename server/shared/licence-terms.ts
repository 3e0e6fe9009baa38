import { type LicenceTerm, limits } from '../contract/limits.ts';

type Licence = { readonly url: string | null; readonly terms: readonly LicenceTerm[] };

const letters = [
  ['-nc', 'nonCommercial'],
  ['-sa', 'shareAlike'],
  ['-nd', 'noDerivatives'],
] as const;
const creativeCommons = /^cc-by((?:-nc)?(?:-nd|-sa)?)(?:-(\d\.\d))?$/;
/** Licences by their usual names, with or without a version; what else a name says may be a condition. */
const free =
  /^(?:0bsd|apache|artistic|blueoak|bsd-[234]-clause|bsl-1\.0|cern-ohl-p|isc|mit|unlicense|wtfpl|zlib|public-domain)(?:-\d(?:\.\d)*)?$/;
const reciprocal =
  /^(?:agpl|cddl|cern-ohl-[sw]|epl|eupl|gfdl|gpl|lal|lgpl|mpl|odbl|ofl|tapr-ohl)(?:-\d(?:\.\d)*)?(?:-only|-or-later)?$/;
const editorial = /^editorial(?:-use)?(?:-only)?$/;
const noTrade = /^(?:no-commercial-use|commons-clause)$/;

function readOne(name: string): Licence | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (/^cc0(-1\.0)?$|^cc-zero$/.test(plain))
    return { url: 'https://creativecommons.org/publicdomain/zero/1.0/', terms: [] };
  const [isCreative, parts = '', version = '4.0'] = creativeCommons.exec(plain) ?? [];
  if (isCreative !== undefined) {
    const terms = letters.flatMap(([letter, term]) => (parts.includes(letter) ? [term] : []));
    return { url: `https://creativecommons.org/licenses/by${parts}/${version}/`, terms };
  }
  if (free.test(plain)) return { url: null, terms: [] };
  if (reciprocal.test(plain)) return { url: null, terms: ['shareAlike'] };
  if (editorial.test(plain)) return { url: null, terms: ['editorial'] };
  return noTrade.test(plain) ? { url: null, terms: ['nonCommercial'] } : null;
}

/**
 * What a licence asks, by its usual name: `CC-BY-NC-4.0`, `MIT`, or several at once as a scan names them,
 * `See README.md (CC0-1.0, MIT)`, which ask all that one of them asks. Null where the terms are not known.
 */
export function readLicence(name: string): Licence | null {
  const several = /^See .* \((.+)\)$/.exec(name)?.[1]?.split(', ');
  if (several === undefined) return readOne(name);
  const found = several.map(readOne);
  const known = found.filter((one) => one !== null);
  if (known.length < found.length) return null;
  return { url: null, terms: [...new Set(known.flatMap(({ terms }) => terms))] };
}

const isNamed = (license: string) =>
  license !== '' &&
  license.length <= limits.projects.licence &&
  !/^Unspecified$|^See |^model:|\n/.test(license);

/**
 * What a project keeps where a person allows a licence: its name. Where there is none, as in "See LICENSE" or a text word by
 * word, other models may have the same words for other terms: then the one model.
 */
export const toAllowance = ({
  guid,
  license,
}: {
  readonly guid: string;
  readonly license: string;
}): string => (isNamed(license) ? license : `model:${guid}`);
