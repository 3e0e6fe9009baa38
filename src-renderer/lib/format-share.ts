import { perLanguage } from '../text/text.ts';

const percent = perLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 }),
);
const smallest = 0.0001;

/** Formats a share as a percentage with only meaningful digits: 0.35%. */
export const formatShare = (share: number) =>
  share < smallest ? `< ${percent().format(smallest)}` : percent().format(share);
