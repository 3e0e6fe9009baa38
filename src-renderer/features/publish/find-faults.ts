import { t } from '../../text/text.ts';
import { listFaulty, type Values } from './product-values.ts';

/**
 * What is wrong, by the path of the field as the server names it. Apart from the values, which the first page holds too: the texts
 * come with the page that publishes.
 */
export const findFaults = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(listFaulty(values).map((field) => [`product.${field}`, t(`publish.missing.${field}`)]));
