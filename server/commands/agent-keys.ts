import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import { keyStore, localKeyOwner } from '../mcp/stdio/key-store.ts';
import { defineCommand } from './define-command.ts';

const ServerOption = z
  .url({ protocol: /^https?$/, error: 'write an address like https://models.example.org' })
  .optional()
  .describe('Server the key is for; by default, the one on this computer');

const keyOwner = (server: string | undefined) => server ?? localKeyOwner;

export const loginAgent = defineCommand({
  name: 'mcp login',
  summary: "Store an API key for agents over stdio in this computer's keychain; read from stdin",
  input: z.object({ server: ServerOption }),
  async run({ server }, { readSecret }) {
    const key = (await readSecret('API key')).trim();
    if (!/^[A-Za-z0-9_-]{8,200}$/.test(key)) {
      throw new AppError(
        'INVALID_INPUT',
        'That is not an API key. Create one on the account page and paste all of it.',
      );
    }
    const owner = keyOwner(server);
    await keyStore.keep(owner, key);
    return { text: `The key for ${owner} is in the keychain.`, json: { ok: true, server: owner } };
  },
});

export const logoutAgent = defineCommand({
  name: 'mcp logout',
  summary: 'Remove the key for agents over stdio from the keychain; also revoke it on the account page',
  input: z.object({ server: ServerOption }),
  async run({ server }) {
    const owner = keyOwner(server);
    const wasThere = await keyStore.forget(owner);
    const text = wasThere ? `The key for ${owner} is forgotten.` : `There was no key for ${owner}.`;
    return { text, json: { ok: true, server: owner, wasThere } };
  },
});
