import { frameTexts } from '../en/frame-texts.ts';
import { addTexts } from '../text.ts';

addTexts(frameTexts);
