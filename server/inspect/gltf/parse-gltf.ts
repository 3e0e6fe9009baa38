import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import { checkJsonBudget } from './check-json-budget.ts';
import { type GltfDocument, toGltfDocument } from './gltf-document.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replaceAll(/[\r\n]+/g, ' ').slice(0, 120) : 'unknown';
    throw new BrokenFile(sentence`does not contain valid JSON (${{ reason }}). Export it again.`);
  }
}

function readVersion(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('asset' in json)) return undefined;
  const { asset } = json;
  return typeof asset === 'object' && asset !== null && 'version' in asset ? asset.version : undefined;
}

/** Parses glTF 2.0; throws BrokenFile with the first place that violates the format. */
export function parseGltf(bytes: Uint8Array): GltfDocument {
  checkJsonBudget(bytes);
  const json = parseJson(bytes);
  const version = readVersion(json);
  if (typeof version === 'string' && !version.startsWith('2.')) {
    throw new BrokenFile(
      sentence`is glTF ${{ version: version.slice(0, 16) }}, and only glTF 2.0 can be opened. Export it again as glTF 2.0.`,
    );
  }
  const document = toGltfDocument(json);
  if (!('expected' in document)) return document;
  const place = document.path === '' ? 'the file' : document.path.slice(1);
  throw new BrokenFile(
    sentence`is not valid glTF: ${{ place }} must be ${{ expected: document.expected }}. Export it again.`,
  );
}
