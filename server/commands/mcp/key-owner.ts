import { z } from 'zod';
import { localKeyOwner } from '../../mcp/stdio/key-store.ts';

export const ServerOption = z
  .url({ protocol: /^https?$/, error: 'write an address like https://models.example.org' })
  .optional()
  .describe('The server that the key is for; the one on this computer without it');

export const keyOwner = (server: string | undefined) => server ?? localKeyOwner;
