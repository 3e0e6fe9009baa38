import { z } from 'zod';
import { keyStore } from '../../mcp/stdio/key-store.ts';
import { defineCommand } from '../define-command.ts';
import { keyOwner, ServerOption } from './key-owner.ts';

export const logoutAgent = defineCommand({
  name: 'mcp logout',
  summary: 'Take the key of agents over stdio out of the keychain; revoke it on the account page too',
  input: z.object({ server: ServerOption }),
  async run({ server }) {
    const owner = keyOwner(server);
    const wasThere = await keyStore.forget(owner);
    const text = wasThere ? `The key for ${owner} is forgotten.` : `There was no key for ${owner}.`;
    return { text, json: { ok: true, server: owner, wasThere } };
  },
});
