import { rememberSome } from '../../base/cache/remember.ts';
import { roleOf } from '../../contract/catalogue/formats.ts';
import { toWords } from '../../shared/to-words.ts';

/** A scene file's name without format, program, resolution, version and level of detail. */
export type SceneName = {
  /** Equal for files of one model; lower case. */
  readonly stem: string;
  /** In the original spelling. */
  readonly written: string;
};

/** A hash as programs name files by: digits and letters alternate, so that "facade01" does not match. */
const hash = '(?<![0-9a-f]{4}-)(?=[a-f]*\\d+[a-f]+\\d|\\d*[a-f]+\\d+[a-f])[0-9a-f]{8,}';
const separator = '[\\s_.\\-]+';
const programs = [
  'fbx|obj|gltf2?|glb|dae|stl|ply|usd[acz]?|blend|max|3ds ?max|maya|c4d|cinema ?4d|blender|unity|unreal|ue[45]|sketchup|houdini',
  'vray|v-ray|corona|arnold|redshift|octane|cycles|eevee|scanline|mentalray|standard|marmoset|substance',
].join('|');
const endings = [
  `(?:${programs})(?:[\\s_.\\-]?\\d{1,4}(?:\\.\\d{1,2})?)?`,
  'lods?[\\s_-]?\\d{1,2}',
  '(?:low|mid|middle|medium|high)[\\s_-]?(?:poly|res)|lp|hp|lowpoly|highpoly',
  '\\d{1,3}k(?:[\\s_-](?:jpe?g|png|exr))?|(?:512|1024|2048|4096|8192)(?:px)?',
  hash,
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  'v(?:er(?:sion)?)?[\\s_.]?\\d{1,3}',
  'static|animated|animations?|all[\\s_]animations|anims?|rigged|unrigged|skinned|tpose|t-pose|apose|bindpose',
  'textures?|textured|untextured|basic|pbr|shaded|no[\\s_]?textures?|binary|ascii|embedded|separate|packed|baked|triangulated|quads|subdivided',
  'simplified|decimated|reduced|remeshed|optimi[sz]ed|compressed|draco|normali[sz]ed',
  'model[\\s_-]?files|final[\\s_-]?\\d{0,2}|exported?|converted|original|preview',
  '(?:un|pre)?supported|(?:un)?sup',
  'coll(?:ision|ider)s?|ucx',
];
const ending = new RegExp(`^(.*[^\\s_.\\-])${separator}(?:${endings.join('|')})$`, 'iu');
const animation = /^(.*[^@])@[^@]+$/;
const levelFirst = /^lods?[_-]?\d{1,2}[\s_.-]+(.+)$/i;
const collision = /^(?:ucx|ubx|usp)_(.+?)(?:_\d+)?$/i;

/** Returns the name without its extension, or without both if it was converted: `keg.gltf.glb`. */
export function baseOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const base = name.slice(0, name.lastIndexOf('.'));
  const inner = base.slice(base.lastIndexOf('.') + 1).toLowerCase();
  return base.includes('.') && roleOf(inner) === 'scene' ? base.slice(0, base.lastIndexOf('.')) : base;
}

const stripOnce = (base: string) =>
  ending.exec(base)?.[1] ??
  animation.exec(base)?.[1] ??
  collision.exec(base)?.[1] ??
  levelFirst.exec(base)?.[1] ??
  base;

function findSceneName(path: string): SceneName {
  let written = baseOf(path);
  for (let shorter = stripOnce(written); shorter !== written; shorter = stripOnce(written)) written = shorter;
  const stem = toWords(written);
  return stem === '' ? { stem: baseOf(path).toLowerCase(), written: baseOf(path) } : { stem, written };
}

/** Cached, as each file is queried several times in a row. A file without a name (`.fbx`) keeps its extension. */
export const readSceneName = rememberSome(500, findSceneName);

const colours =
  'red|green|blue|yellow|orange|purple|violet|pink|brown|black|white|grey|gray|silver|gold|golden|teal|cyan|magenta|beige';
/** Colours in other languages than English, whose words also have other meanings. */
const foreignColours =
  'rot|blau|gr(?:ue|ü)n|gelb|schwarz|wei(?:ss|ß)|grau|braun|lila|rosa|silber|rouge|bleue?|verte?|jaune|noire?|blanche?|rojo|azul|verde|negro|blanco';
const levels = 'low|mid|middle|medium|high|lo|hi';
const colourEnding = new RegExp(`^(.+) (?:${colours})$`);
const foreignEnding = new RegExp(`^(.+) (?:${foreignColours})$`);
const levelEnding = new RegExp(`^(.+) (?:${levels})$`);

/** The stem without a colour at its end; null if it has none. */
export const withoutColour = (stem: string) => colourEnding.exec(stem)?.[1] ?? null;
export const withoutForeignColour = (stem: string) => foreignEnding.exec(stem)?.[1] ?? null;
/** The stem without `low` or `high` at its end; the words can refer to triangles or to the thing. */
export const withoutLevel = (stem: string) => levelEnding.exec(stem)?.[1] ?? null;

/** The suffixes that Windows and macOS give to copies. */
const copy =
  /^(.*?\S)(?:(?: -|-|_)? ?(?<=[\s_-])(?:copy|kopie|copie|copia)(?: \(?\d{1,2}\)?)?| \(\d{1,2}\))$/i;
/** Returns the stem of a copy's original; null if the name is not a copy's. */
export function withoutCopy({ written }: SceneName): string | null {
  const original = copy.exec(written)?.[1];
  return original === undefined ? null : toWords(original);
}

/** The asset's stem in the name of a work file, or null. */
export const withoutStep = (stem: string) => stepEnding.exec(stem)?.[1] ?? null;
const stepEnding = /^(.+) (?:model|mdl|geo|rig|look ?dev|look|shading|shd|groom|hair|anim)$/;

/** The stem without the suffix of a collision shape, or null. */
export const withoutHull = (stem: string) => hullEnding.exec(stem)?.[1] ?? null;
const hullEnding = /^(.+) (?:(?:convex )?hull|convex|phys(?:ics)?|col|proxy)(?: \d{1,3})?$/;

/** Prefixes of mesh names in engines, in a stem. */
const ofEngine = /^(?:sm|sk|skm|st|geo|msh|mesh|prop|prp|p|bp|s) (?=.*\p{L})/u;
export const withoutEngine = (stem: string) => stem.replace(ofEngine, '');

const generic =
  /^(?:scene|(?:3 ?d ?|my )?models?|mesh|untitled|unnamed|object|source|export|output|result|final|main|root|default|asset|file|new|test|geometry|base|textured?(?: ?(?:mesh|output))?|gltf|glb|fbx|obj|odm textured model geo)(?: \d+)?$/;
/** Hashes, numbers and dates mean nothing to people. */
const meaningless = new RegExp(
  `^(?:(?:\\d+|${hash}|[0-9a-f]{16,}|[0-9a-f]{8}(?: [0-9a-f]{4}){3} [0-9a-f]{12})(?: |$))+$`,
);

export const isMeaningless = (stem: string) => meaningless.test(stem);
/** True if a stem fits any model. */
export const isGeneric = (stem: string) => generic.test(stem) || meaningless.test(stem);

/** Returns a function that finds the model a path is named after: the longest stem that it starts with. */
export function findOwners(stems: readonly string[]): (path: string) => string | undefined {
  const known = new Set(stems);
  return (path) => {
    const words = baseOf(path)
      .toLowerCase()
      .split(/[\s_.-]+/);
    const counts = words.map((_, index) => words.length - index);
    return counts.map((count) => words.slice(0, count).join(' ')).find((start) => known.has(start));
  };
}
