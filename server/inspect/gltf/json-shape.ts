/** Where and how a value differs from its shape; the path is built from the inside out. */
export type Misfit = { readonly path: string; readonly expected: string };

export type Shape = (value: unknown) => Misfit | null;

function misfit(expected: string): Misfit {
  return { path: '', expected };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const noIndex = misfit('a whole number from 0');
const noNumber = misfit('a finite number');
const noText = misfit('a text');
const noFlag = misfit('true or false');
const noList = misfit('a list');
const noRecord = misfit('an object');

export const index: Shape = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? null : noIndex;
export const number: Shape = (value) => (Number.isFinite(value) ? null : noNumber);
export const text: Shape = (value) => (typeof value === 'string' ? null : noText);
export const flag: Shape = (value) => (typeof value === 'boolean' ? null : noFlag);

export function integer(least: number, most: number): Shape {
  const failure = misfit(
    most === Number.POSITIVE_INFINITY ? `a whole number from ${least}` : `${least} to ${most}`,
  );
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? null : failure;
}

export function oneOf(...values: readonly unknown[]): Shape {
  const known = new Set(values);
  const failure = misfit(`one of ${values.join(', ')}`);
  return (value) => (known.has(value) ? null : failure);
}

export function list(item: Shape, length?: { readonly least?: number; readonly exact?: number }): Shape {
  const least = length?.exact ?? length?.least ?? 0;
  const most = length?.exact ?? Number.POSITIVE_INFINITY;
  const noLength = misfit(length?.exact === undefined ? `at least ${least} entries` : `${least} entries`);
  return (value) => {
    if (!Array.isArray(value)) return noList;
    if (value.length < least || value.length > most) return noLength;
    for (let at = 0; at < value.length; at += 1) {
      const inner = item(value[at]);
      if (inner !== null) return { ...inner, path: `[${at}]${inner.path}` };
    }
    return null;
  };
}

/** An object with arbitrary keys whose values all have one shape. */
export function recordOf(item: Shape): Shape {
  return (value) => {
    if (!isRecord(value)) return noRecord;
    for (const key in value) {
      const inner = item(value[key]);
      if (inner !== null) return { ...inner, path: `.${key}${inner.path}` };
    }
    return null;
  };
}

/** An object with known keys; those in `required` must exist, unknown keys are ignored. */
export function record(shapes: Readonly<Record<string, Shape>>, ...required: readonly string[]): Shape {
  const fields = Object.entries(shapes).map(([key, shape]) => ({
    key,
    shape,
    isRequired: required.includes(key),
  }));
  return (value) => {
    if (!isRecord(value)) return noRecord;
    for (const { key, shape, isRequired } of fields) {
      const field = value[key];
      if (field === undefined && !isRequired) continue;
      const inner = field === undefined ? misfit('there') : shape(field);
      if (inner !== null) return { ...inner, path: `.${key}${inner.path}` };
    }
    return null;
  };
}
