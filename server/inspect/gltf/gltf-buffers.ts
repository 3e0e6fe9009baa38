import { sentence, type Words } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import { type ByteSource, createMemorySource } from '../byte-source.ts';
import type { ParserContext } from '../parser.ts';
import { uriToReference } from '../references.ts';
import { decodeDataUri } from './data-uri.ts';
import type { GltfBuffer, GltfDocument } from './gltf-document.ts';
import { isDataUri } from './gltf-references.ts';

export type ReadBuffer = (number: number, read: (source: ByteSource) => void) => void;

/** Whether a buffer is only a placeholder for compressed views, without content. */
function isStandIn(buffer: GltfBuffer): boolean {
  return (
    buffer.extensions?.EXT_meshopt_compression !== undefined ||
    buffer.extensions?.KHR_meshopt_compression !== undefined
  );
}

function checkLength(source: ByteSource, buffer: GltfBuffer, name: Words): void {
  if (source.size >= buffer.byteLength) return;
  throw new BrokenFile(
    sentence`promises ${{ bytes: formatCount(buffer.byteLength) }} bytes in ${{ name }}, which has ${{ actual: formatCount(source.size) }}. Export it again.`,
  );
}

/** Opens the buffers: binary chunk, data URIs or neighbouring files. Throws BrokenFile if one is missing or too short. */
export function createGltfBuffers(
  gltf: GltfDocument,
  chunk: ByteSource | null,
  context: ParserContext,
): ReadBuffer {
  function readFile(buffer: GltfBuffer, uri: string, read: (source: ByteSource) => void): void {
    const reference = uriToReference(uri);
    if (reference === null)
      throw new BrokenFile('stores its geometry at a network address. Export it with its data.');
    context.readSibling(reference, (source) => {
      if (source === null) {
        throw new BrokenFile(
          sentence`needs "${{ other: reference }}", which is missing. Put it next to the file or export it again.`,
        );
      }
      checkLength(source, buffer, `"${reference}"`);
      read(source);
    });
  }

  return (number, read) => {
    const buffer = gltf.buffers[number];
    if (buffer === undefined || isStandIn(buffer)) return;
    if (buffer.uri === undefined) {
      if (number !== 0 || chunk === null)
        throw new BrokenFile(sentence`has no content for buffer ${{ number }}. Export it again.`);
      checkLength(chunk, buffer, sentence`its binary part`);
      read(chunk);
    } else if (isDataUri(buffer.uri)) {
      const source = createMemorySource(decodeDataUri(buffer.uri));
      checkLength(source, buffer, `buffer ${number}`);
      read(source);
    } else readFile(buffer, buffer.uri, read);
  };
}
