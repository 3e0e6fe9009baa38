import { type ByteSource, visitRange } from '../byte-source.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { createDirectoryParser, type Parser, type ParserContext } from '../parser.ts';
import { countCrateTriangles } from './count-usd-crate.ts';
import { countTextTriangles } from './count-usd-text.ts';
import { openUsdCrate, readUsdTokens } from './usd-tokens.ts';

const rigTokens = ['SkelRoot', 'Skeleton'] as const;
const animationToken = 'timeSamples';
const wantedTokens = [animationToken, ...rigTokens];
const longestToken = 16;

/** The tokens of interest that a scene written as text holds. */
function findTextTokens(source: ByteSource): ReadonlySet<string> {
  const found = new Set<string>();
  let tail = '';
  visitRange(source, { offset: 0, length: source.size, unit: 1 }, (bytes) => {
    const text = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    for (const token of wantedTokens) if (text.includes(token)) found.add(token);
    tail = text.slice(-longestToken);
  });
  return found;
}

const isText = (scene: ByteSource) => Buffer.from(scene.read(0, 5)).toString('latin1') === '#usda';

/** The facts in one file of a scene, in text or binary form. */
export type UsdScene = { readonly tokens: ReadonlySet<string>; readonly triangles: number | null };

export function readUsdScene(scene: ByteSource): UsdScene {
  if (isText(scene)) return { tokens: findTextTokens(scene), triangles: countTextTriangles(scene) };
  const crate = openUsdCrate(scene);
  const names = readUsdTokens(crate);
  return {
    tokens: new Set(wantedTokens.filter((token) => names?.includes(`\0${token}\0`))),
    triangles: names && countCrateTriangles(crate, names),
  };
}

type Told = { readonly tokens: ReadonlySet<string>; readonly triangles: number | null };

export const toUsdFindings = ({ tokens, triangles }: Told): Findings => ({
  ...noFindings,
  triangles,
  animated: tokens.has(animationToken),
  rigged: rigTokens.some((token) => tokens.has(token)),
});

/** A scene in one file. If it is composed of others, it is not counted. */
export const createUsdParser = ({ source }: ParserContext): Parser =>
  createDirectoryParser(() => toUsdFindings(readUsdScene(source)));
