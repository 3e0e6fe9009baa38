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

type OpenNode = {
  readonly name: string;
  readonly isWanted: boolean;
  readonly isPolygonList: boolean;
  readonly properties: string[];
  count: number;
};

function toProperties(node: OpenNode): readonly string[] {
  return node.count > mostProperties ? [`*${node.count}`] : node.properties;
}

function createNodeBuilder() {
  const scene = createFbxScene();
  const path: string[] = [];
  let ignoredDepth = 0;
  let node: OpenNode | null = null;

  function open(): boolean {
    return node?.isWanted === true && scene.open(node.name, toProperties(node));
  }

  function endNode(): void {
    if (open()) scene.close();
    node = null;
  }

  function startNode(name: string): OpenNode {
    const isItems = name === arrayItems && path.at(-1) === polygonList;
    const isWanted = ignoredDepth === 0 && scene.isWanted(name);
    const isPolygonList = ignoredDepth === 0 && (isItems || (isWanted && name === polygonList));
    return { name, isWanted, isPolygonList, properties: [], count: 0 };
  }

  const tokenizer = createFbxTokenizer({
    key(name) {
      endNode();
      node = startNode(name);
    },
    word(bytes, start, end) {
      if (node === null) return;
      node.count += 1;
      if (node.isPolygonList && bytes[start] !== asterisk) {
        const index = readInteger(bytes, start, end);
        if (index !== null) scene.corner(index);
      }
      if (!node.isWanted || node.count > mostProperties) return;
      node.properties.push(decodeText(bytes.subarray(start, end)));
    },
    text(value) {
      if (node === null) return;
      node.count += 1;
      if (node.isWanted && node.count <= mostProperties) node.properties.push(value);
    },
    openBrace() {
      const name = node?.name ?? '';
      if (open()) path.push(name);
      else ignoredDepth += 1;
      node = null;
      if (path.length + ignoredDepth > deepestNesting)
        throw new BrokenFile('nests its nodes too deeply. Export it again.');
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
