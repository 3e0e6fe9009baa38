import { maxRequirement } from '../../contract/catalogue/readability.ts';
import { attempt, type ByteSource } from '../byte-source.ts';
import { type Findings, noFindings } from '../inspection.ts';
import { type CreateParser, createDirectoryParser } from '../parser.ts';
import { readOleStream } from '../sketch/read-ole-stream.ts';

const mostBytes = 1024 * 1024;
/** A scene may be saved for an older version than the one that writes it; before 2010, files name the writer alone. */
const versions = [/Saved As Version: (\d\d)\./, /3ds Max Version: (\d\d)\./i];

/** The summary that File Properties shows; its texts have one byte or two for a character. */
const readSummary = (source: ByteSource) =>
  readOleStream(source, '\x05DocumentSummaryInformation', mostBytes).toString('latin1').replaceAll('\0', '');

function readMax(source: ByteSource): Findings {
  const summary = attempt(() => readSummary(source)) ?? '';
  const version = versions.map((one) => one.exec(summary)?.[1]).find((one) => one !== undefined);
  return version === undefined
    ? noFindings
    : { ...noFindings, requires: [maxRequirement(Number(version) + 1998)] };
}

/** Finds the oldest 3ds Max that opens a scene. It never reports a problem. */
export const createMaxParser: CreateParser = ({ source }) => createDirectoryParser(() => readMax(source));
