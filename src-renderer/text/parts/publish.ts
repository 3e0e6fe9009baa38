import { publish } from '../en/publish.ts';
import { addTexts } from '../text.ts';

addTexts({ publish });
