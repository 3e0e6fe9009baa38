import { type Client, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { pick } from '../../bench/catalogue/random.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import type { Outcome } from '../measurements.ts';
import { repeat } from './client-loop.ts';
import type { LoadParts } from './start-load.ts';

const announced = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'INSUFFICIENT_STORAGE', 'FILE_HOST_UNAVAILABLE']);

function judgeError(error: unknown): { outcome: Outcome; what: string } {
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof SdkHttpError)
    return { outcome: [429, 502, 503, 507].includes(error.status ?? 0) ? 'announced' : 'wrong', what };
  return { outcome: error instanceof ProtocolError ? 'wrong' : 'cut', what };
}

/** An agent with its own key that searches, reads details and downloads free files; it connects again when cut off. */
export function agent({ site, random, stop, measurements }: LoadParts, key: string): Promise<void> {
  let client: Client | null = null;
  const call = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const from = performance.now();
    const note = (outcome: Outcome, what: string) =>
      measurements.note({ kind: `mcp ${name}`, from, milliseconds: performance.now() - from, outcome, what });
    try {
      client ??= await connectMcp(site.url, 'http', key);
      const { refusal } = await callTool(client, name, { ...input });
      if (refusal === null) note('fine', '');
      else note(announced.has(refusal.code) ? 'announced' : 'wrong', `${refusal.code} ${refusal.message}`);
    } catch (error) {
      const { outcome, what } = judgeError(error);
      note(outcome, what);
      await client?.close().catch(() => undefined);
      client = null;
    }
  };
  return repeat(
    async () => {
      const { guid, word } = pick(site.library.lasting, random);
      const turn = random();
      if (turn < 0.5) await call('search_models', { query_string: word });
      else if (turn < 0.75) await call('get_model_details', { model_id_string: `model_${guid}` });
      else
        await call('download_model', {
          model_id_string: `model_${guid}`,
          format_string: 'obj',
          lod_string: '1k',
          api_key_string: key,
        });
    },
    { pause: 3_000, random, stop },
  ).finally(() => client?.close().catch(() => undefined));
}
