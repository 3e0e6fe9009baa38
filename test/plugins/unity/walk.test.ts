import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { walkThrough } from './walk.ts';

const { stage, start } = prepareUnity();

unityTest('walks from sign-in to switched topologies', () => walkThrough(start(), stage()));
