import { z } from 'zod';
import type { Callers } from '../../accounts/access/callers.ts';
import type { Rights } from '../../accounts/rights/rights.ts';
import { toIso } from '../../base/clock.ts';
import type { Caller } from '../../base/http/caller.ts';
import { toUsd } from '../../base/money.ts';
import { withSight } from '../../base/sight.ts';
import { LodName } from '../../contract/common.ts';
import { AppError } from '../../contract/errors.ts';
import { nameOf } from '../../contract/relative-path.ts';
import type { ResolveDownload, ResolvedDownload } from '../../downloads/resolve-download.ts';
import type { Capabilities } from '../../files/capabilities.ts';
import type { Exchange } from '../exchange.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { ModelId } from '../model-id.ts';
import { defineTool } from './define-tool.ts';

export type DownloadParts = {
  readonly callers: Callers;
  readonly resolveDownload: ResolveDownload;
  readonly capabilities: Capabilities;
  readonly mcpLimits: McpLimits;
  readonly sightOf: Rights['sightOf'];
};

const input = z.object({
  model_id_string: ModelId,
  format_string: z.string().min(1).max(40).describe('A format of that LOD, e.g. glb'),
  lod_string: LodName,
  relative_path_string: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('From get_model_details; needed if several match'),
  variant_string: z.enum(['static', 'animated']).optional(),
  target_string: z
    .string()
    .max(200)
    .optional()
    .describe('Its use; shown to the person who approves the price'),
  api_key_string: z.string().max(200).optional().describe('Key of the payer, unless the connection has one'),
});

const SupportFile = z.object({
  relative_path_string: z.string(),
  direct_download_url_string: z.string(),
  size_bytes_int: z.number().int(),
  sha256_string: z.string(),
});

const output = z.object({
  direct_download_url_string: z.string().describe('Good until expires_at_string'),
  file_name_string: z.string(),
  relative_path_string: z.string(),
  size_bytes_int: z.number().int(),
  sha256_string: z.string(),
  expires_at_string: z.string(),
  license_string: z.string(),
  charged_usd_number: z.number(),
  balance_remaining_usd_number: z.number().nullable().describe('null without a key'),
  support_files: z
    .array(SupportFile)
    .describe('Save each next to the file, at the same place below the topology folder'),
});

type Asked = { readonly key: string | null; readonly lod: string; readonly exchange: Exchange };

/**
 * Returns who pays: the account of the key in the arguments, or else of the connection's token. A free file needs none,
 * so a key that cannot pay does no harm. Throws UNAUTHENTICATED, API_KEY_REQUIRED or INSUFFICIENT_SCOPE.
 */
async function readPayer(callers: Callers, { key, lod, exchange }: Asked): Promise<Caller | null> {
  if (key !== null) await callers.know(key);
  const caller = key === null ? null : callers.find(key);
  if (caller !== null && caller.kind !== 'session' && caller.scopes.includes('download:direct'))
    return caller;
  if (lod === '1k') return null;
  if (key === null) throw requireKey(lod, exchange);
  if (caller === null || caller.kind === 'session') {
    throw new AppError(
      'UNAUTHENTICATED',
      'The API key is not valid: it was mistyped, revoked or has expired. Make a new one on the account page.',
    );
  }
  exchange.demand(403);
  throw new AppError(
    'INSUFFICIENT_SCOPE',
    'The sign-in does not include downloads. Sign in again and leave that permission ticked.',
    { details: { required: ['download:direct'] } },
  );
}

function requireKey(lod: string, exchange: Exchange) {
  exchange.demand(402);
  return new AppError(
    'API_KEY_REQUIRED',
    `${lod} files need an API key: send api_key_string, or take lod_string "1k", which is free.`,
    { details: { freeLod: '1k' } },
  );
}

export const createDownloadModel = ({
  callers,
  resolveDownload,
  capabilities,
  mcpLimits,
  sightOf,
}: DownloadParts) =>
  defineTool({
    name: 'download_model',
    title: 'Get the address of a file',
    description:
      'The address of exactly one file. 1k is free without a key; the first 10k, 100k or source file of a model charges its price once.',
    input,
    output,
    isReadOnly: false,
    async run(asked, exchange) {
      const { model_id_string: guid, format_string, lod_string, variant_string } = asked;
      const key = asked.api_key_string ?? exchange.bearer;
      const payer = await readPayer(callers, { key, lod: lod_string, exchange });
      mcpLimits.countDownload(exchange, payer?.tokenId ?? null);
      const ask = () =>
        resolveDownload({
          payer,
          guid,
          asked: {
            format: format_string.toLowerCase(),
            lod: lod_string,
            relativePath: asked.relative_path_string,
            ...(variant_string && { variant: variant_string }),
          },
          isSceneOnly: false,
          target: asked.target_string,
        });
      const resolved = await (payer === null ? ask() : withSight(sightOf(payer), ask));
      return toAnswer(resolved, capabilities, payer !== null);
    },
  });

function toAnswer(
  resolved: ResolvedDownload,
  capabilities: Capabilities,
  hasPayer: boolean,
): z.input<typeof output> {
  const { model, file, support, expiresAt, grantedBy, chargedCents, balanceCents } = resolved;
  const permission = { guid: model.guid, of: file.relativePath, expiresAt, grantedBy };
  const toAddress = (path: string) => capabilities.toUrl({ ...permission, path });
  return {
    direct_download_url_string: toAddress(file.relativePath),
    file_name_string: nameOf(file.relativePath),
    relative_path_string: file.relativePath,
    size_bytes_int: file.sizeBytes,
    sha256_string: file.sha256,
    expires_at_string: toIso(expiresAt),
    license_string: model.license,
    charged_usd_number: toUsd(chargedCents),
    balance_remaining_usd_number: hasPayer ? toUsd(balanceCents) : null,
    support_files: support.map(({ relativePath, sizeBytes, sha256 }) => ({
      relative_path_string: relativePath,
      direct_download_url_string: toAddress(relativePath),
      size_bytes_int: sizeBytes,
      sha256_string: sha256,
    })),
  };
}
