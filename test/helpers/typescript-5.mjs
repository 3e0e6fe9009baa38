import { registerHooks } from 'node:module';

/** For `node --import`: programs that want the JavaScript API of TypeScript get the last version that has it. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
