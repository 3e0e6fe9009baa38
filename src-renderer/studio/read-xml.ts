import { DOMParser } from '@xmldom/xmldom';
import { toBrowserParser } from '../../server/shared/xml-queries.ts';

/** Gives a worker the XML parser that it lacks; a page keeps its own. */
export function ensureXml(): void {
  if (!('DOMParser' in globalThis)) Object.assign(globalThis, { DOMParser: toBrowserParser(DOMParser) });
}
