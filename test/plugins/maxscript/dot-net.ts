import { z } from 'zod';
import { describe } from './describe.ts';
import type { Net } from './interpreter.ts';
import {
  isKind,
  MaxError,
  type NetObject,
  ProgrammingError,
  toArray,
  toFloat,
  type Value,
} from './values.ts';

/**
 * Types that .NET Framework 4.8 and .NET 8 and 10 all have: what 3ds Max 2021 to 2027 can offer. Not among them is what waits
 * for a network in the thread that draws 3ds Max, as WebClient and WebRequest do.
 */
const allowedTypes: ReadonlySet<string> = new Set([
  'System.Byte[]',
  'System.Convert',
  'System.DateTime',
  'System.Diagnostics.Process',
  'System.Drawing.Bitmap',
  'System.Drawing.Color',
  'System.Drawing.Graphics',
  'System.Drawing.Image',
  'System.Drawing.Size',
  'System.Environment',
  'System.Globalization.CultureInfo',
  'System.Globalization.NumberStyles',
  'System.IO.File',
  'System.IO.FileInfo',
  'System.IO.FileMode',
  'System.IO.Path',
  'System.Net.Http.HttpClient',
  'System.Net.Http.HttpClientHandler',
  'System.Net.Http.HttpCompletionOption',
  'System.Net.Http.HttpMethod',
  'System.Net.Http.HttpRequestMessage',
  'System.Net.Http.StringContent',
  'System.Net.SecurityProtocolType',
  'System.Net.ServicePointManager',
  'System.Security.Cryptography.DataProtectionScope',
  'System.Security.Cryptography.ProtectedData',
  'System.Numerics.BigInteger',
  'System.Security.Cryptography.SHA256Managed',
  'System.Security.Cryptography.SHA512Managed',
  'System.Text.Encoding',
  'System.Uri',
  'System.Windows.Forms.Timer',
]);

export type Wire = (line: string) => string;
type Request = {
  readonly operation: 'load' | 'type' | 'new' | 'picture' | 'get' | 'set' | 'call';
  readonly name: string;
  readonly target?: number;
  readonly values?: readonly unknown[];
};

const Answer = z.object({
  value: z.unknown().optional(),
  error: z.string().optional(),
  isUsage: z.boolean().optional(),
});
const Reference = z.object({ target: z.number(), type: z.string() });
const List = z.object({ array: z.array(z.unknown()) });
const Float = z.object({ float: z.number() });
const Method = z.object({ isMethod: z.literal(true) });

function toWire(value: Value): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'object') return value;
  if (isKind(value, 'net')) return { target: value.reference };
  if (isKind(value, 'float')) return { float: value.value };
  if (isKind(value, 'array')) return { array: value.items.map(toWire) };
  throw new ProgrammingError(`-- ${describe(value)} cannot be given to .NET`);
}

function fromWire(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  const reference = Reference.safeParse(value).data;
  if (reference) return { kind: 'net', reference: reference.target, type: reference.type };
  const list = List.safeParse(value).data;
  if (list) return toArray(list.array.map(fromWire));
  const float = Float.safeParse(value).data;
  return float && toFloat(float.float);
}

/** Calls on real .NET classes, through a process that answers line by line. */
export function createDotNet(wire: Wire) {
  const ask = (request: Request): unknown => {
    const { value, error, isUsage } = Answer.parse(JSON.parse(wire(JSON.stringify(request))));
    if (error === undefined) return value;
    if (isUsage) throw new ProgrammingError(`-- Runtime error: ${error}`);
    throw new MaxError(`-- Runtime error: .NET runtime exception: ${error}`);
  };
  const check = (name: string) => {
    if (!allowedTypes.has(name))
      throw new ProgrammingError(`-- ${name} is not in every .NET that 3ds Max brings`);
  };
  const net: Omit<Net, 'createControl'> = {
    get: (target, name) => {
      const value = ask({ operation: 'get', name, target: target.reference });
      return Method.safeParse(value).success ? { kind: 'netMethod', target, name } : fromWire(value);
    },
    set: (target: NetObject, name, value) => {
      ask({ operation: 'set', name, target: target.reference, values: [toWire(value)] });
    },
    call: ({ target, name }, values) =>
      fromWire(ask({ operation: 'call', name, target: target.reference, values: values.map(toWire) })),
  };
  return {
    net,
    findType: (name: string) => {
      check(name);
      return fromWire(ask({ operation: 'type', name }));
    },
    create: (name: string, values: readonly Value[]) => {
      check(name);
      return fromWire(ask({ operation: 'new', name, values: values.map(toWire) }));
    },
    /** Flags of one enumeration, taken together. */
    combineEnums: (values: readonly Value[]) => {
      const flags = values.filter((value) => isKind(value, 'net'));
      const typeOf = (name: string) => {
        const type = fromWire(ask({ operation: 'type', name }));
        if (!isKind(type, 'net')) throw new ProgrammingError(`-- there is no ${name}`);
        return type;
      };
      const [first] = flags;
      if (first === undefined || flags.length !== values.length)
        throw new ProgrammingError('-- combineEnums takes values of an enumeration');
      const convert = { kind: 'netMethod', target: typeOf('System.Convert'), name: 'ToInt32' } as const;
      const sum = flags.reduce((bits, flag) => bits | Number(net.call(convert, [flag])), 0);
      const toFlags = { kind: 'netMethod', target: typeOf('System.Enum'), name: 'ToObject' } as const;
      return net.call(toFlags, [typeOf(first.type), sum]);
    },
    load: (name: string) => ask({ operation: 'load', name }) === true,
    /** Width and height of a picture that a decoder of .NET reads whole; undefined for any other file. */
    measurePicture: (name: string) => fromWire(ask({ operation: 'picture', name })),
  };
}
export type DotNet = ReturnType<typeof createDotNet>;
