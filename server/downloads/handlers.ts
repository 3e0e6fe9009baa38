import type { Caller } from '../accounts/tokens.ts';
import type { Addresses } from '../addresses.ts';
import { type Ledger, toUsd } from '../billing/ledger.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import { groupByTopology } from '../catalogue/handlers.ts';
import { type ModelRow, toModelRecord } from '../catalogue/model-row.ts';
import type { InventoryFile, Models } from '../catalogue/models.ts';
import { type OutputOf, routes } from '../contract/index.ts';
import type { Handlers } from '../http/bind.ts';
import type { Capabilities } from './capabilities.ts';
import type { Deliver, Delivery } from './deliver.ts';
import { createAnswerWriter } from './direct-answer.ts';
import type { FileCheck } from './file-check.ts';
import { toInventoryEntry } from './inventory-entry.ts';
import { toImportHints, toPluginVariant, toSupportFiles, variantsOf } from './plugin-answers.ts';

type Parts = {
  readonly models: Models;
  readonly unlocks: Unlocks;
  readonly ledger: Ledger;
  readonly capabilities: Capabilities;
  readonly deliver: Deliver;
  readonly fileCheck: FileCheck;
  readonly addresses: Addresses;
};

/** What a plugin's answer has more than an agent's. */
type PluginPart = Omit<OutputOf<'pluginDirect'>, keyof OutputOf<'agentDirect'>>;

type Names = 'agentFormats' | 'agentDirect' | 'pluginFormats' | 'pluginDirect';

export function createDownloadHandlers(parts: Parts): Pick<Handlers, Names> {
  const { models, unlocks, ledger, capabilities, deliver, fileCheck, addresses } = parts;
  const toPricing = (model: ModelRow, { accountId }: Caller) => ({
    priceUsd: toUsd(model.priceCents),
    unlocked: unlocks.has(accountId, model.guid),
    balanceUsd: toUsd(ledger.balance(accountId)),
  });
  const toFileEntry = (guid: string, file: InventoryFile) => {
    const { format, lod, relativePath } = file;
    const body = { guid, format, lod, relativePath };
    const downloadRequest = { method: 'POST', url: routes.agentDirect.path, body } as const;
    return { ...toInventoryEntry(guid, file), downloadRequest };
  };

  const toPluginPart = (delivery: Delivery): PluginPart => {
    const supportFiles = toSupportFiles(delivery, capabilities);
    return { variant: delivery.file.variant, supportFilesCount: supportFiles.length, supportFiles };
  };
  const toImportPart = (delivery: Delivery): PluginPart => ({
    ...toPluginPart(delivery),
    import: toImportHints(delivery, capabilities),
  });
  const writeAgentAnswer = createAnswerWriter(capabilities);
  const writePluginAnswer = createAnswerWriter(capabilities, toPluginPart);
  const writeImportAnswer = createAnswerWriter(capabilities, toImportPart);

  return {
    agentFormats: ({ params, caller }) => {
      const model = models.get(params.guid);
      const topologies = groupByTopology(models.files(model.id)).map((topology) => ({
        ...topology,
        files: topology.files.map((file) => toFileEntry(model.guid, file)),
      }));
      const { guid, title, version, license } = model;
      return { ok: true, guid, title, version, license, pricing: toPricing(model, caller), topologies };
    },
    agentDirect: async ({ body: { guid, ...wish }, caller }) => {
      const delivery = await deliver({ payer: caller, guid, wish, isSceneOnly: false });
      return writeAgentAnswer(delivery);
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
        pricing: toPricing(model, caller),
        fileHost: { available: await fileCheck.isAvailable(model) },
        previewSmallUrl: record.previewSmallUrl,
        previewMediumUrl: record.previewMediumUrl,
        previewLargeUrl: record.previewLargeUrl,
        ...variantsOf(variants),
        variants,
        import: { method: 'POST', url: routes.pluginDirect.path },
      };
    },
    pluginDirect: async ({ body: { guid, ...wish }, caller }) => {
      const delivery = await deliver({ payer: caller, guid, wish, isSceneOnly: true });
      const mayImport = caller.scopes.includes('scene:import');
      return mayImport ? writeImportAnswer(delivery) : writePluginAnswer(delivery);
    },
  };
}
