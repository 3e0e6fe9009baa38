import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';
import { required, type Values } from './product-values.ts';

/** What is wrong, by the path of the field as the server names it. */
export function findFaults(values: Values): Readonly<Record<string, string>> {
  const missing = required.filter((field) => values[field].trim() === '');
  return {
    ...Object.fromEntries(missing.map((field) => [`product.${field}`, t(`publish.missing.${field}`)])),
    ...(readUsd(values.priceUsd) === null && { 'product.priceUsd': t('publish.missing.priceUsd') }),
  };
}
