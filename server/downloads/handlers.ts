import type { Addresses } from '../base/http/addresses.ts';
import type { Handlers } from '../base/http/bind.ts';
import type { Caller } from '../base/http/caller.ts';
import { readyObject } from '../base/http/ready-answer.ts';
import { toCents, toUsd } from '../base/money.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import { groupByTopology, toInventoryEntry } from '../catalogue/model/inventory.ts';
import { type ModelRow, toModelRecord } from '../catalogue/model/model-row.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import { tellTextures } from '../catalogue/model/tell-textures.ts';
import { type OutputOf, routes } from '../contract/index.ts';
import type { Capabilities } from '../files/capabilities.ts';
import { type Addresser, createAnswerWriter, toFileAnswer } from './direct-answer.ts';
import type { FileCheck } from './file-check.ts';
import { toImportHints, toPluginVariant, toSupportFiles, variantsOf } from './plugin-answers.ts';
import type { ResolveDownload, ResolvedDownload } from './resolve-download.ts';

type Parts = {
  readonly models: Models;
  readonly unlocks: Unlocks;
  readonly capabilities: Capabilities;
  readonly resolveDownload: ResolveDownload;
  readonly fileCheck: FileCheck;
  readonly addresses: Addresses;
};

type PluginPart = Omit<OutputOf<'pluginDirect'>, keyof OutputOf<'agentDirect'>>;

export function createDownloadHandlers(parts: Parts) {
  const { models, unlocks, capabilities, resolveDownload, fileCheck, addresses } = parts;
  const toPricing = async (model: ModelRow, { accountId }: Caller) => ({
    priceUsd: toUsd(model.priceCents),
    unlocked: await unlocks.has(accountId, model.guid),
    balanceUsd: toUsd(await unlocks.balance(accountId)),
  });
  const toFileEntry = (guid: string, file: InventoryFile) => {
    const { format, lod, relativePath } = file;
    const body = { guid, format, lod, relativePath };
    const downloadRequest = { method: 'POST', url: routes.agentDirect.path, body } as const;
    return { ...toInventoryEntry(guid, file), ...tellTextures(file), downloadRequest };
  };

  const toPluginPart = (resolved: ResolvedDownload, addresser: Addresser): PluginPart => {
    const supportFiles = toSupportFiles(resolved, addresser);
    const archive = supportFiles.length > 0 ? { archiveUrl: addresser.archive() } : {};
    const { variant } = resolved.file;
    return { variant, supportFilesCount: supportFiles.length, supportFiles, ...archive };
  };
  const toImportPart = (resolved: ResolvedDownload, addresser: Addresser): PluginPart => ({
    ...toPluginPart(resolved, addresser),
    import: toImportHints(resolved, addresser),
  });
  const writeAgentAnswer = createAnswerWriter(capabilities, toFileAnswer, (told, charge) =>
    readyObject('agentDirect', told, charge),
  );
  const createPluginWriter = (toPart: typeof toPluginPart) =>
    createAnswerWriter(
      capabilities,
      (resolved, addresser) => ({
        ...toFileAnswer(resolved, addresser),
        downloadUrl: addresser.file(resolved.file),
        ...toPart(resolved, addresser),
      }),
      (told, charge) => readyObject('pluginDirect', told, charge),
    );
  const writePluginAnswer = createPluginWriter(toPluginPart);
  const writeImportAnswer = createPluginWriter(toImportPart);

  return {
    agentFormats: async ({ params, caller }) => {
      const model = models.get(params.guid);
      const topologies = groupByTopology(models.files(model.id)).map((topology) => ({
        ...topology,
        files: topology.files.map((file) => toFileEntry(model.guid, file)),
      }));
      const { guid, title, version, license, sizeMetres } = toModelRecord(model, addresses);
      const pricing = await toPricing(model, caller);
      return { ok: true, guid, title, version, license, sizeMetres, pricing, topologies };
    },
    agentDirect: async ({ body: { guid, maxPriceUsd, ...asked }, caller }) => {
      const mostCents = maxPriceUsd === undefined ? undefined : toCents(maxPriceUsd);
      const resolved = await resolveDownload({ payer: caller, guid, asked, isSceneOnly: false, mostCents });
      return writeAgentAnswer(resolved);
    },
    pluginFormats: async ({ params, caller }) => {
      const model = models.get(params.guid);
      const record = toModelRecord(model, addresses);
      const scenes = models.files(model.id).filter((file) => file.role === 'scene');
      const variants = scenes.map((file) => toPluginVariant(model.guid, file));
      return {
        ok: true,
        guid: model.guid,
        title: model.title,
        version: model.version,
        sizeMetres: record.sizeMetres,
        pricing: await toPricing(model, caller),
        fileHost: { available: await fileCheck.isAvailable(model) },
        previewSmallUrl: record.previewSmallUrl,
        previewMediumUrl: record.previewMediumUrl,
        previewLargeUrl: record.previewLargeUrl,
        ...variantsOf(variants),
        variants,
        import: { method: 'POST', url: routes.pluginDirect.path },
      };
    },
    pluginDirect: async ({ body: { guid, maxPriceUsd, ...asked }, caller }) => {
      const mostCents = maxPriceUsd === undefined ? undefined : toCents(maxPriceUsd);
      const resolved = await resolveDownload({ payer: caller, guid, asked, isSceneOnly: true, mostCents });
      const mayImport = caller.scopes.includes('scene:import');
      return mayImport ? writeImportAnswer(resolved) : writePluginAnswer(resolved);
    },
  } satisfies Partial<Handlers>;
}
