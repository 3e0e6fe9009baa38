import { BrokenFile } from '../broken-file.ts';
import type { Parser } from '../parser.ts';
import { decodeText } from '../text/decode-text.ts';
import { readInteger } from '../text/read-integer.ts';
import { createFbxTokenizer } from './ascii-fbx-tokens.ts';
import { mostProperties } from './fbx-events.ts';
import { createFbxScene } from './fbx-scene.ts';

const polygonList = 'PolygonVertexIndex';
const arrayItems = 'a';
const asterisk = 42;
const deepestNesting = 256;

type OpenNode = { readonly name: string; readonly properties: string[]; count: number };

function toProperties(node: OpenNode): readonly string[] {
  return node.count > mostProperties ? [`*${node.count}`] : node.properties;
}

function createNodeBuilder() {
  const scene = createFbxScene();
  const path: string[] = [];
  let ignoredDepth = 0;
  let node: OpenNode | null = null;

  function endNode(): void {
    if (node !== null && ignoredDepth === 0 && scene.open(node.name, toProperties(node))) scene.close();
    node = null;
  }

  function isPolygonList(): boolean {
    if (node === null || ignoredDepth > 0) return false;
    return node.name === polygonList || (node.name === arrayItems && path.at(-1) === polygonList);
  }

  function addProperty(read: () => string): void {
    if (node === null) return;
    node.count += 1;
    if (ignoredDepth === 0 && node.properties.length < mostProperties) node.properties.push(read());
  }

  const tokenizer = createFbxTokenizer({
    key(name) {
      endNode();
      node = { name, properties: [], count: 0 };
    },
    word(bytes, length) {
      const index = bytes[0] !== asterisk && isPolygonList() ? readInteger(bytes, 0, length) : null;
      if (index !== null) scene.corner(index);
      addProperty(() => decodeText(bytes.subarray(0, length)));
    },
    text: (value) => addProperty(() => value),
    openBrace() {
      const isWanted = ignoredDepth === 0 && node !== null && scene.open(node.name, toProperties(node));
      if (isWanted) path.push(node?.name ?? '');
      else ignoredDepth += 1;
      node = null;
      if (path.length + ignoredDepth > deepestNesting)
        throw new BrokenFile('nests its nodes too deep. Export it again.');
    },
    closeBrace() {
      endNode();
      if (ignoredDepth > 0) ignoredDepth -= 1;
      else if (path.pop() === undefined)
        throw new BrokenFile('closes a node that is not open. Export it again.');
      else scene.close();
    },
  });

  return { tokenizer, scene, isComplete: () => path.length + ignoredDepth === 0, endNode };
}

export function createAsciiFbxParser(): Parser {
  const { tokenizer, scene, isComplete, endNode } = createNodeBuilder();
  return {
    push: tokenizer.push,
    finish() {
      tokenizer.finish();
      if (!isComplete()) throw new BrokenFile('is truncated: it ends inside a node. Export it again.');
      endNode();
      return scene.finish();
    },
  };
}
