import type { z } from 'zod';

const things: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  null: 'null',
};

type Count = number | bigint;
const characters = (count: Count) => (count === 1 ? `${count} character` : `${count} characters`);
const items = (count: Count) => (count === 1 ? `${count} item` : `${count} items`);

function describeSize(origin: string, size: number | bigint, bound: 'least' | 'most'): string {
  const amount = bound === 'least' ? `at least ${size}` : `at most ${size}`;
  if (origin === 'string') return `write ${bound === 'least' ? 'at least' : 'at most'} ${characters(size)}`;
  if (origin === 'array') return `give ${bound === 'least' ? 'at least' : 'at most'} ${items(size)}`;
  return `it must be ${amount}`;
}

/** Advice for a value that a schema refuses without a message of its own. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'it is missing';
      return `it must be ${things[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.input === undefined
        ? 'it is missing'
        : `it must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return describeSize(issue.origin, issue.minimum, 'least');
    case 'too_big':
      return describeSize(issue.origin, issue.maximum, 'most');
    default:
      return undefined;
  }
};
