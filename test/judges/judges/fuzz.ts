import { createRequire } from 'node:module';
import { externalFile, requireExternal } from '../external.ts';
import { type FuzzResult, fuzzTwoPeople, type Validate } from '../fuzz/fuzz-two-people.ts';
import type { Judge } from '../judge.ts';
import { guids, wish, withServer } from '../server-on-trial.ts';

type AjvLike = { validate(schema: object, value: unknown): boolean; errorsText(): string };

/** Holds answers to what the server's own OpenAPI document says of them, by a validator that is none of ours. */
function createValidate(): Validate {
  const load = createRequire(externalFile('ajv/package.json'));
  const { default: Ajv } = load('ajv/dist/2020');
  const ajv: AjvLike = new Ajv({ strict: false, validateFormats: false });
  return ({ responses }, { status, text, isJson }) => {
    if (Object.keys(responses).length === 0) return null;
    if (responses[status] === undefined && status < 400) return `answers ${status}, which is not documented`;
    const schema = responses[status] ?? responses.default;
    if (!schema) return null;
    if (!isJson) return `answers ${status} with something else than JSON`;
    return ajv.validate(schema, JSON.parse(text))
      ? null
      : `answers ${status} unlike its schema: ${ajv.errorsText()}`;
  };
}

const describe = ({ requests, operations, statuses }: FuzzResult) => {
  const counts = Object.entries(statuses).map(([status, count]) => `${count}× ${status}`);
  return `${requests.toLocaleString('en')} requests to ${operations} operations: ${counts.join(', ')}`;
};

/** Every route, from every kind of caller, with what it allows and what it forbids. */
export const fuzz = (options: { readonly runs: number; readonly seed: number }): Judge => ({
  name: 'Two-user fuzz of the API',
  async run() {
    const absent = await requireExternal();
    if (absent) return absent;
    const validate = createValidate();
    const result = await withServer(({ baseUrl }) =>
      fuzzTwoPeople({ baseUrl, guids, wish, validate, ...options }),
    );
    return { figures: `seed ${options.seed}, ${describe(result)}`, findings: result.findings };
  },
});
