import { readSync, writeSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasMono } from '../mono.ts';
import { type Bridge, startBridge } from './bridge-process.ts';
import { createDotNet, type DotNet } from './dot-net.ts';
import { isKind, type NetObject, ProgrammingError, toArray, type Value } from './values.ts';

let bridge: Bridge;
let dotNet: DotNet;
const needsMono = (name: string) => (hasMono ? name : `${name} (skipped: mono is not installed)`);

beforeAll(async () => {
  if (!hasMono) return;
  bridge = await startBridge();
  const { requests, answers } = bridge.pipes;
  const chunk = Buffer.alloc(1 << 16);
  dotNet = createDotNet((line) => {
    writeSync(requests, `${line}\n`);
    return chunk.toString('utf8', 0, readSync(answers, chunk));
  });
});
afterAll(() => bridge?.stop());

function toNet(value: Value): NetObject {
  if (!isKind(value, 'net')) throw new Error('no .NET object');
  return value;
}
const call = (target: Value, name: string, ...values: Value[]) =>
  dotNet.net.call({ kind: 'netMethod', target: toNet(target), name }, values);

test.skipIf(!hasMono)(needsMono('calls real classes with converted values'), () => {
  const utf8 = dotNet.net.get(toNet(dotNet.findType('System.Text.Encoding')), 'utf8');

  const bytes = call(utf8, 'GetBytes', 'é');

  expect(bytes).toEqual(toArray([0xc3, 0xa9]));
  expect(call(utf8, 'GetString', bytes)).toBe('é');
});

test.skipIf(!hasMono)(needsMono('keeps an array that the script made'), () => {
  const buffer = dotNet.create('System.Byte[]', [8]);

  expect(buffer).toMatchObject({ kind: 'net', type: 'System.Byte[]' });
});

test.skipIf(!hasMono)(needsMono('tells faults of use from failures'), () => {
  const file = dotNet.findType('System.IO.File');

  expect(() => call(file, 'OpenRead', '/no/such/file')).toThrow(/\.NET runtime exception/);
  expect(() => call(file, 'OpenRead', '/no/such/file')).not.toThrow(ProgrammingError);
  expect(() => call(file, 'OpenRead', true)).toThrow(/No method found which matched/);
  expect(() => call(file, 'OpenRead', true)).toThrow(ProgrammingError);
});

test.skipIf(!hasMono)(needsMono('refuses types that some 3ds Max lacks'), () => {
  expect(() => dotNet.create('System.Web.Script.Serialization.JavaScriptSerializer', [])).toThrow(
    ProgrammingError,
  );
  expect(() => dotNet.findType('Microsoft.CSharp.CSharpCodeProvider')).toThrow(/not in every .NET/);
});
