import { expect, test } from 'vitest';
import { judgeSignature } from '../../server/contract/release-signature.ts';
import { vectors } from './ed25519-vectors.ts';

const toText = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');

// Only what is UTF-8, as texts alone are signed.
test.each(vectors.filter(({ message }) => message === '' || message === '72'))(
  'Node and the list agree on a signature $name',
  async ({ key, message, signature, isValid }) => {
    const [keyText, signatureText] = [key, signature].map((hex) =>
      Buffer.from(hex, 'hex').toString('base64'),
    );

    const verdict = await judgeSignature(toText(message), signatureText ?? '', [keyText ?? '']);

    expect(verdict).toBe(isValid ? 'signed' : 'forged');
  },
);
