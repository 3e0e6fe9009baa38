import { expect, test } from 'vitest';
import { readCheck } from '../../../src-main/server-connection/run-command.ts';

const inHome = (text: string) => text.replaceAll('/home/ada', '~');
const missing = (name: string) => ({
  ...{ kind: 'library', what: `${name} is not there.` },
  advice: 'Put the right file back, or let the library be read again: node server/main.ts ingest.',
});

test('leaves out commands that need a terminal', () => {
  const findings = [
    missing('/home/ada/oak.glb'),
    { kind: 'ledger', what: 'The key has spent too much.', advice: 'Revoke the key.' },
  ];
  const counts = { accounts: 2, ledgerRows: 3, unlocks: 1, files: 9 };
  const output = JSON.stringify({ isSound: false, findings, ...counts, balanceCents: 5 });

  const checked = readCheck({ code: 2, output, errors: '' }, inHome);

  expect(checked).toEqual({
    ...{ isSound: false, more: 0, counts, trouble: null },
    findings: [
      { kind: 'library', what: '~/oak.glb is not there.', advice: null },
      { kind: 'ledger', what: 'The key has spent too much.', advice: 'Revoke the key.' },
    ],
  });
});

test('shows the first findings of very many', () => {
  const findings = Array.from({ length: 5000 }, (_, index) => missing(`${index}.glb`));

  const {
    findings: shown,
    more,
    counts,
  } = readCheck({ code: 2, output: JSON.stringify({ isSound: false, findings }), errors: '' }, inHome);

  expect([shown.length, more, counts]).toEqual([20, 4980, null]);
});

test('says why nothing could be checked', () => {
  const { trouble, isSound } = readCheck(
    { code: 1, output: '', errors: '/home/ada/lodestock has no database.' },
    inHome,
  );

  expect([trouble, isSound]).toEqual(['~/lodestock has no database.', false]);
});
