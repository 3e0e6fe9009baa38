/**
 * What a folder's name says of its part in a model: files of one format, of one level of detail, textures, meshes of any
 * format, or (`other`) nothing.
 */
export type FolderKind = 'format' | 'level' | 'textures' | 'meshes' | 'other';

const formatNames = [
  'fbx|obj|gltf|glb|gltf2|dae|collada|stl|ply|usd|usda|usdc|usdz|abc|alembic|3mf|3ds|skp|sketchup|hip|houdini',
  'blend|blends|blender|max|3ds ?max|maya|ma|mb|c4d|cinema ?4d|unity|unreal|ue4|ue5|marmoset|unitypackage',
].join('|');
const formatFolder = new RegExp(
  `^(?:${formatNames})(?: ?(?:\\d{4}|binary|ascii|embedded|separate|packed))?(?: (?:formats?|files?|models?|exports?|version))?$|^(?:files?|models?|exports?) (?:${formatNames})$`,
);
const levelFolder =
  /^(?:lods? ?\d{1,2}|var(?:iation)? ?\d{1,3}|(?:low|mid|middle|medium|high)(?: ?poly| ?res)?)$/;
const textureWord =
  /(?:^| )(?:tex|texs|textures?|maps|materials?|mats|sourceimages|source images|images|bitmaps|pbr|tga|tif|png|jpe?g|exr|fbm)(?: |$)/;
const resolution = /^(?:1|2|4|8|16)k$|^\d{3,5}(?: ?px)?$/;
const meshFolder =
  /^(?:models?|mesh(?:es)?|geometry|geo|scenes?|exports?|files|source|3d|3d models?|objects?)$/;

/** Words of a name in lower case, separated by single spaces; a change from lower to upper case separates too. */
export const toWords = (name: string) =>
  name
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.\-+,()[\]]+/g, ' ')
    .trim()
    .toLowerCase();

function kindOfWords(words: string): FolderKind {
  if (formatFolder.test(words)) return 'format';
  if (levelFolder.test(words)) return 'level';
  if (textureWord.test(words) || resolution.test(words)) return 'textures';
  return meshFolder.test(words) ? 'meshes' : 'other';
}

/** "glTF" is one word, and "FbxFiles" are two. */
export function kindOfFolder(name: string): FolderKind {
  const kind = kindOfWords(toWords(name.toLowerCase()));
  return kind === 'other' ? kindOfWords(toWords(name)) : kind;
}
