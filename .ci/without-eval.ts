import type { Plugin } from 'vite';

/**
 * The transcoder of Basis textures creates functions from text, which our policies forbid. These closures do the same;
 * each replaces one line of the transcoder.
 */
const replacements = [
  [
    'newFunc(Function,args)(...closureArgs)',
    `function(...given){
      const destructors=needsDestructorStack?[]:null;
      const own=isClassMethodFunc?[argTypes[1].toWireType(destructors,this)]:[];
      const wired=argTypes.slice(2).map((type,index)=>type.toWireType(destructors,given[index]));
      const value=cppInvokerFunc(cppTargetFunc,...own,...wired);
      if(needsDestructorStack)runDestructors(destructors);
      else for(let at=isClassMethodFunc?1:2;at<argTypes.length;++at)
        if(argTypes[at].destructorFunction!==null)argTypes[at].destructorFunction(at===1?own[0]:wired[at-2]);
      if(returns)return argTypes[0].fromWireType(value);
    }`,
  ],
  [
    'newFunc(Function,params)(...args)',
    `function(obj,func,destructorsRef,given){
      let at=0;
      const wired=types.map((type)=>{const value=type.readValueFromPointer(given+at);at+=type.argPackAdvance;return value});
      const value=kind===1?new func(...wired):func.call(...(kind===0?[obj,...wired]:wired));
      if(!retType.isVoid)return emval_returnValue(retType,destructorsRef,value);
    }`,
  ],
] as const;

/** Throws if the transcoder is not the expected version. */
export function removeEval(code: string): string {
  return replacements.reduce((text, [evaluated, closure]) => {
    const parts = text.split(evaluated);
    if (parts.length !== 2)
      throw new Error(
        `The transcoder of Basis textures has changed: "${evaluated}" is there ${parts.length - 1} times.`,
      );
    return parts.join(closure);
  }, code);
}

/** Removes evaluated text from the transcoder that is built next to the poster page. */
export const withoutEval: Plugin = {
  name: 'without-eval',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_options, bundle) {
    const found = Object.values(bundle).find(({ fileName }) => /basis_transcoder[^/]*\.js$/.test(fileName));
    if (found?.type !== 'asset') throw new Error('The build has no transcoder of Basis textures.');
    found.source = removeEval(Buffer.from(found.source).toString('utf8'));
  },
};
