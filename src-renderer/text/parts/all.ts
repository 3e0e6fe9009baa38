import { english } from '../en/english.ts';
import { addTexts } from '../text.ts';

addTexts(english);
