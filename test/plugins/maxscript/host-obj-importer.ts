import path from 'node:path';
import { textOf } from './describe.ts';
import { readIni, writeIni } from './host-files.ts';
import { type MaxObject, ProgrammingError, toBuiltin, toFloat, toObject, type Value } from './values.ts';

// What the artist chose the last time in the dialog of the importer.
const chosen = [
  ['General', 'ResetScene', '1'],
  ['Geometry', 'FlipZyAxis', '0'],
  ['Units/Scale', 'Convert', '1'],
  ['Units/Scale', 'ObjScale', '0.01'],
] as const;
const inchesOfMetre = 39.3701;

/** The OBJ plug-in, which takes its options from a file, and the units of this 3ds Max: inches, as it comes. */
export function createObjPlugin(root: string) {
  const file = path.join(root, 'plugcfg_ln/gw_objimp.ini');
  const seen: string[] = [];
  let isWritten = false;
  const prepare = () => {
    if (!isWritten)
      writeIni(file, new Map(chosen.map(([section, key, value]) => [`${section}\0${key}`, value])));
    isWritten = true;
    return file;
  };
  const plugin: MaxObject = toObject('ObjImp', { getIniName: toBuiltin('getIniName', 0, prepare) });
  const decode = toBuiltin('decodeValue', 1, ([text]) => {
    if (textOf(text) !== '1m') throw new ProgrammingError('-- A length of an unknown unit');
    return toFloat(inchesOfMetre);
  });
  const variables: readonly (readonly [string, Value])[] = [
    ['ObjImp', plugin],
    ['units', toObject('units', { decodeValue: decode })],
  ];
  return {
    variables,
    seen,
    /** Takes the settings as they are; whether they say that the scene goes first. */
    read: (given: Value): boolean => {
      if (given !== plugin) throw new ProgrammingError('-- importFile of an OBJ must say using:ObjImp');
      const settings = readIni(prepare());
      seen.push(
        chosen.map(([section, key]) => `${key}=${settings.get(`${section}\0${key}`) ?? ''}`).join(' '),
      );
      return settings.get('General\0ResetScene') === '1';
    },
  };
}
