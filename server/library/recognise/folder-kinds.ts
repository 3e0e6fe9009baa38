import { rememberSome } from '../../base/cache/remember.ts';
import { sceneFormats } from '../../contract/catalogue/formats.ts';
import { toWords } from '../../shared/to-words.ts';

/** Role of a folder in a model, by its name. `meshes` has any format, `step` is for production, `other` is unknown. */
export type FolderKind = 'format' | 'level' | 'textures' | 'pictures' | 'meshes' | 'step' | 'other';

export const formatWords = [
  ...sceneFormats,
  'step|stp|iges|igs|scad|openscad|fcstd|freecad|f3d|fusion ?360|solidworks|sldprt|3dm|rhino|lwo|lightwave|ztl|zbrush|cad|dxf|gcode|g code|vox|x3d|wrl|vrml|ldraw|inventor|ipt|parasolid|vrm',
  'gltf2|collada|alembic|sketchup|houdini|blends|blender|3ds ?max|maya|cinema ?4d|unity|unreal|ue4|ue5|marmoset',
].join('|');
const details =
  'v ?ray|corona|arnold|redshift|octane|cycles|r ?\\d{1,2}|\\d{1,4}|binary|ascii|embedded|separate|packed';
/** Also matches "glbs" and "max2018". */
export const formatWord = `(?:${formatWords})s?(?:\\d{1,4})?`;
const formatFolder = new RegExp(
  `^${formatWord}(?: ?(?:${formatWord}|${details}))*(?: (?:formats?|files?|models?|exports?|version))?$|^(?:files?|models?|exports?) (?:${formatWords})$`,
);
const levelFolder =
  /^(?:lods? ?\d{1,2}|var(?:iation)? ?\d{1,3}|v\d{3}|(?:low|mid|middle|medium|high)(?: ?poly| ?res)?|hoch|mittel|niedrig|(?:un|pre ?)?supported|(?:mesh(?:es)? )?(?:visuals?|collisions?|colliders?|convex(?: hulls?)?|simplified)(?: (?:mesh(?:es)?|geometr(?:y|ies)|models?))?)$/;
const textureWords =
  'tex|texs|textures?|maps|materials?|mats|sourceimages|bitmaps|pbr|texturen|texturas|matériaux|テクスチャ|贴图|текстуры';
const withTextures = (words: string) => new RegExp(`(?:^| )(?:${words})(?: |$)|[\\p{L}\\d]textures$`, 'u');
const textureWord = withTextures(
  `${textureWords}|source images|images|tga|tif|png|jpe?g|exr|fbm|materialien|bilder`,
);
/** For names of archives. Stricter than for folders, as an archive of pictures can contain anything. */
export const textureArchiveWord = withTextures(textureWords);
const pictureFolder =
  /^(?:preview|thumb(?:nail)?|render(?:ing)?|screen ?shot|cover|photo)s?(?: images?| pictures?)?$|^vorschau(?:bilder)?$/;
const resolution = /^(?:1|2|4|8|16)k$|^\d{3,5}(?: ?px)?$/;
const meshFolder =
  /^(?:models?|mesh(?:es)?|geometry|geometries|geo|geom|layers?|sub ?layers?|payloads?|looks?|scenes?|exports?|files|source|3d|3 ?d ?models?|objects?|modelle?|modèles?|modelos?|objekte|モデル|模型|модели)$/;

/** Studio names for the production steps of one asset. */
const stepFolder =
  /^(?:publish(?:ed)?|work|wip|rigs?|rigging|look ?dev|surfacing|shading|texturing|groom(?:ing)?|modell?ing)$/;

function kindOfWords(words: string): FolderKind {
  if (formatFolder.test(words)) return 'format';
  if (levelFolder.test(words)) return 'level';
  if (textureWord.test(words) || resolution.test(words)) return 'textures';
  if (pictureFolder.test(words)) return 'pictures';
  if (meshFolder.test(words)) return 'meshes';
  return stepFolder.test(words) ? 'step' : 'other';
}

/** "glTF" is one word; "FbxFiles" is two. */
function findKind(folder: string): FolderKind {
  const name = folder.replace(/\.zip$/i, '');
  const kind = kindOfWords(toWords(name.toLowerCase()));
  return kind === 'other' ? kindOfWords(toWords(name)) : kind;
}

/** Cached: most folders of a disk share a few names, and each name is queried several times. */
export const kindOfFolder = rememberSome(2000, findKind);
