import { findShown } from '../text/text.ts';
import { writeNumber } from '../text/write-number.ts';

export const formatCount = (count: number): string => writeNumber(count, findShown());
