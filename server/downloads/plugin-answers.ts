import { toReadability } from '../catalogue/model/inventory.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { tellTextures } from '../catalogue/model/tell-textures.ts';
import type { ImportHints, PluginVariant, SupportFile } from '../contract/catalogue/downloads.ts';
import { nativeAppOf } from '../contract/catalogue/formats.ts';
import { routes } from '../contract/index.ts';
import { nameOf } from '../contract/relative-path.ts';
import type { Addresser } from './direct-answer.ts';
import type { ResolvedDownload } from './resolve-download.ts';

/** A scene file for plugins; a plugin sends `downloadRequest.body` back unchanged. */
export function toPluginVariant(guid: string, file: InventoryFile): PluginVariant {
  const { format, lod, variant, relativePath, sizeBytes, sha256, triangles } = file;
  const body = { guid, format, lod, variant, relativePath };
  return {
    format,
    lod,
    variant,
    relativePath,
    fileName: nameOf(relativePath),
    sizeBytes,
    sha256,
    triangles,
    supportFilesCount: file.needs.length,
    ...(file.lodFrom && { lodFrom: file.lodFrom }),
    ...(file.derived && { derived: file.derived }),
    ...toReadability(file),
    ...tellTextures(file),
    downloadRequest: { method: 'POST', url: routes.pluginDirect.path, body },
  };
}

/** The five lists that clients of the public service expect. */
export function variantsOf(variants: readonly PluginVariant[]) {
  const of = (format: string) => variants.filter((variant) => variant.format === format);
  return {
    fbxVariants: of('fbx'),
    maxVariants: of('max'),
    glbVariants: of('glb'),
    objVariants: of('obj'),
    unitypackageVariants: of('unitypackage'),
  };
}

export function toSupportFiles({ support }: ResolvedDownload, addresser: Addresser): SupportFile[] {
  return support.map((file) => {
    const { relativePath, sizeBytes, sha256 } = file;
    return { relativePath, url: addresser.file(file), sizeBytes, sha256, ...addresser.leaves(file) };
  });
}

/** How an app imports the file into the open scene, and where it finds the textures. */
export function toImportHints({ file, support }: ResolvedDownload, addresser: Addresser): ImportHints {
  const folder = file.topologyFolder;
  // In topology folders, apps look in these two; recognised files and levels have textures elsewhere.
  const textures = file.lodFrom || file.derived ? support.filter(({ role }) => role === 'texture') : [];
  const others = textures.map(({ relativePath }) => relativePath.slice(0, relativePath.lastIndexOf('/')));
  return {
    dcc: nativeAppOf(file.format) ?? 'any',
    mode: 'import',
    target: 'current-scene',
    sceneFileUrl: addresser.file(file),
    sceneRelativePath: file.relativePath,
    assetsRootUrl: addresser.data(`${folder}/`),
    searchPaths: [...new Set([folder, `${folder}/textures`, ...others])],
  };
}
