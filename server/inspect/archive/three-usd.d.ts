declare module 'three/addons/loaders/usd/USDCParser.js' {
  export const USDCParser: new () => import('../../shared/usd/read-usdc.ts').CrateParser;
}
declare module 'three/addons/loaders/usd/USDComposer.js' {
  export class USDComposer {
    constructor(manager?: import('three').LoadingManager);
    readonly texturePromises: readonly Promise<void>[];
    compose(scene: unknown, assets: Readonly<Record<string, Uint8Array>>): import('three').Group;
  }
}
