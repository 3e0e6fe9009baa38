import { expect, test } from 'vitest';
import { runScript } from './run-script.ts';

test.each([
  ['2 + 3 * 4', '14'],
  ['7 / 2', '3'],
  ['7 / 2.0', '3.5'],
  ['2 ^ 3', '8'],
  ['(1 + 2) as string + "!"', '3!'],
  ['"a" + "b"', 'ab'],
  ['"12" as integer', '12'],
  ['"x" as integer', 'undefined'],
  ['#(1, 2) + #(3)', '#(1, 2, 3)'],
  ['#red == #RED', 'true'],
  ['not false and true', 'true'],
  ['if 1 < 2 then "yes" else "no"', 'yes'],
  ['(local s = 0; for i = 1 to 4 do s += i; s)', '10'],
  ['for i = 1 to 6 by 2 where i != 3 collect i', '#(1, 5)'],
  ['for i in #(1, 2, 3, 4) while i < 3 collect i', '#(1, 2)'],
  ['(local i = 0; while i < 9 do ( i += 1; if i == 4 do exit ); i)', '4'],
  ['case "b" of ("a": 1; "b": 2; default: 3)', '2'],
  ['(fn twice x = ( return x * 2 ; 0 ); twice 4)', '8'],
  ['(fn scale x by1:2 = x * by1; scale 4 by1:3)', '12'],
  ['(struct Box (w = 2, fn area = w * w); (Box w:5).area())', '25'],
  ['(local b = #{}; b[4] = true; b[4] and not b[9])', 'true'],
  ['"abc"[2]', 'b'],
  ['substring "abcdef" 3 (-1)', 'cdef'],
  ['filterString "a//b" "/" splitEmptyTokens:true', '#("a", "", "b")'],
  ['(try ( throw "no" ) catch ( getCurrentException() ))', '-- Runtime error: no'],
  ['(local text = "two \\\n" + "x"; text)'.replace('\\\n', '\\n'), 'two \nx'],
])('evaluates %s', (source, expected) => {
  const { value, error } = runScript(source);

  expect(error).toBe('');
  expect(value).toBe(expected);
});

test.each([
  ['if 1 do 2', 'need a Boolean'],
  ['while "x" do 2', 'need a Boolean'],
  ['"a" + 1', 'to type: String'],
  ['1 + "a"', 'No "+" function'],
  ['undefined.count', 'Unknown property'],
  ['nobody', 'declared nowhere'],
  ['(total = 1)', 'nobody declared'],
  ['(local f = undefined; f())', 'Call needs function'],
  ['(fn one x = x; one())', 'Argument count error: one wanted 1, got 0'],
  ['(fn one x = x; one 1 loud:true)', 'one knows no loud:'],
  ['(struct Box (w = 2); (Box()).h)', 'Unknown property: "h"'],
  ['(struct Box (w = 2); (Box()).h = 1)', 'Unknown property: "h"'],
  ['(local outer = 1; fn inner = outer; inner())', 'No outer local variable'],
  ['(struct Pair (fn first = second(), fn second = 2); (Pair()).first())', 'write this.second'],
  ['#(1)[0]', 'must be +ve'],
  ['1 / 0', 'Division by zero'],
  ['999999999 * 10', 'beyond 32 bits'],
  ['findString "ABC" "b"', 'whether case counts'],
  ['(rollout r "" ( on ghost pressed do 1 ))', 'no control ghost'],
  ['(rollout r "" ( button b "" on b selected i do 1 ))', 'has no event selected'],
  ['(rollout r "" ( button b "" colour:1 ))', 'knows no colour:'],
  ['(rollout r "" ( label l "" ); r.l.text = 5)', 'cannot take this value'],
])('calls %s a fault', (source, message) => {
  const { error, faults } = runScript(source.replace(' on ', '\non '));

  expect(error).toContain(message);
  expect(faults).toHaveLength(1);
});

test('notes a fault that the script catches', () => {
  const { value, faults } = runScript('(try ( "a" + 1 ) catch ( "calm" ))');

  expect(value).toBe('calm');
  expect(faults).toEqual([expect.stringMatching(/^line 1: .*to type: String/)]);
});

test('takes an error that was thrown for none', () => {
  const { value, faults } = runScript('(try ( throw "offline" ) catch ( "calm" ))');

  expect(value).toBe('calm');
  expect(faults).toEqual([]);
});

test('keeps definitions of a block inside it', () => {
  const { interpreter } = runScript(
    '( global shared\n struct Inner (a)\n fn helper = 1\n shared = Inner() )',
  );

  expect(interpreter.global.names.has('shared')).toBe(true);
  expect(interpreter.global.names.has('inner')).toBe(false);
  expect(interpreter.global.names.has('helper')).toBe(false);
});

test.each([
  ['(1 + 2', 'expected'],
  ['"open', 'unterminated string'],
  ['/* open', 'unterminated comment'],
  ['struct Box (a, b,)', 'comma before the end'],
  ['f -1', 'a minus that may be'],
  ['not a == b', 'ambiguous'],
  ['local at = 1', 'expected a name'],
  ['if true 1', 'expected then or do'],
  ['rollout r "" ( knob k "" )', 'expected a control'],
  ['1 = 2', 'only names, properties and items'],
  ['a b)', 'expected the end'],
])('refuses to parse %s', (source, message) => {
  expect(() => runScript(source)).toThrow(message);
});
