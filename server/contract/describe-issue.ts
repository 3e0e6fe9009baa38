import type { z } from 'zod';
import { type Sentence, sentence, textOf, type Words } from './sentence.ts';

const things: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  null: 'null',
};

const missing = 'it is missing';

function describeSize(origin: string, size: number | bigint, bound: 'least' | 'most'): Sentence {
  const count = Number(size);
  const isLeast = bound === 'least';
  if (origin === 'string') {
    const amount = count === 1 ? sentence`${{ count }} character` : sentence`${{ count }} characters`;
    return isLeast
      ? sentence`write at least ${{ count: amount }}`
      : sentence`write at most ${{ count: amount }}`;
  }
  if (origin === 'array') {
    const amount = count === 1 ? sentence`${{ count }} item` : sentence`${{ count }} items`;
    return isLeast
      ? sentence`give at least ${{ count: amount }}`
      : sentence`give at most ${{ count: amount }}`;
  }
  const expected = isLeast ? sentence`at least ${{ size: count }}` : sentence`at most ${{ size: count }}`;
  return sentence`it must be ${{ expected }}`;
}

function describe(issue: z.core.$ZodRawIssue | z.core.$ZodIssue, isMissing: boolean): Words | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing) return missing;
      return sentence`it must be ${{ expected: things[issue.expected] ?? issue.expected }}`;
    case 'invalid_value':
      return isMissing
        ? missing
        : sentence`it must be one of ${{ values: issue.values.map(String).join(', ') }}`;
    case 'too_small':
      return describeSize(issue.origin, issue.minimum, 'least');
    case 'too_big':
      return describeSize(issue.origin, issue.maximum, 'most');
    default:
      return undefined;
  }
}

/** Returns advice for a value that a schema rejects without a message of its own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const words = describe(issue, issue.input === undefined);
  return words && textOf(words);
}

/** The same with values, for an issue that has this advice as its message. */
export function wordsOfIssue(issue: z.core.$ZodIssue): Words {
  const words = describe(issue, issue.message === missing);
  return words && textOf(words) === issue.message ? words : issue.message;
}
