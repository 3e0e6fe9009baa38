import { type LicenceTerm, limits } from '../contract/limits.ts';

type Licence = { readonly url: string | null; readonly terms: readonly LicenceTerm[] };

const letters = [
  ['-nc', 'nonCommercial'],
  ['-sa', 'shareAlike'],
  ['-nd', 'noDerivatives'],
] as const;
const creativeCommons = /^cc-by((?:-nc)?(?:-nd|-sa)?)(?:-(\d\.\d))?$/;
/** Licences by their usual names, with or without a version. Anything else in a name could be a condition. */
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
 * Returns what a licence requires, by its usual name: `CC-BY-NC-4.0`, `MIT`, or several as a scan combines them, `See
 * README.md (CC0-1.0, MIT)`, whose terms all apply. null if the terms are unknown.
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
 * Returns what a project stores when a person allows a licence: its name. For a text without a usual name, such as "See
 * LICENSE" or a verbatim quote, the permission covers only this model, as the same words can mean other terms
 * elsewhere.
 */
export const toAllowance = ({
  guid,
  license,
}: {
  readonly guid: string;
  readonly license: string;
}): string => (isNamed(license) ? license : `model:${guid}`);
