import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { keyStore } from '../../mcp/stdio/key-store.ts';
import { defineCommand } from '../define-command.ts';
import { keyOwner, ServerOption } from './key-owner.ts';

export const loginAgent = defineCommand({
  name: 'mcp login',
  summary: "Keep an API key for agents over stdio in this computer's keychain; read from stdin",
  input: z.object({ server: ServerOption }),
  async run({ server }, { readSecret }) {
    const key = (await readSecret('API key')).trim();
    if (!/^[A-Za-z0-9_-]{8,200}$/.test(key)) {
      throw new AppError(
        'INVALID_INPUT',
        'That is no API key. Make one on the account page and paste all of it.',
      );
    }
    const owner = keyOwner(server);
    await keyStore.keep(owner, key);
    return { text: `The key for ${owner} is in the keychain.`, json: { ok: true, server: owner } };
  },
});
