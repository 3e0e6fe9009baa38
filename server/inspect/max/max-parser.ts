import { maxRequirement } from '../../contract/catalogue/readability.ts';
import { attempt, type ByteSource } from '../byte-source.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { type CreateParser, createDirectoryParser } from '../parser.ts';
import { readOleStream } from '../sketch/read-ole-stream.ts';

const mostBytes = 1024 * 1024;
/** The version that a scene is saved for; files from before 2010 only name the version that wrote them. */
const versions = [/Saved As Version: (\d\d)\./, /3ds Max Version: (\d\d)\./i];

/** The summary shown in File Properties; its texts have one or two bytes per character. */
const readSummary = (source: ByteSource) =>
  readOleStream(source, '\x05DocumentSummaryInformation', mostBytes).toString('latin1').replaceAll('\0', '');

function readMax(source: ByteSource): Findings {
  const summary = attempt(() => readSummary(source)) ?? '';
  const version = versions.map((one) => one.exec(summary)?.[1]).find((one) => one !== undefined);
  return version === undefined
    ? noFindings
    : { ...noFindings, requires: [maxRequirement(Number(version) + 1998)] };
}

/** Finds the oldest 3ds Max that can open a scene. Never reports a problem. */
export const createMaxParser: CreateParser = ({ source }) => createDirectoryParser(() => readMax(source));
