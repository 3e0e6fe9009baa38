import { approve } from '../en/approve.ts';
import { addTexts } from '../text.ts';

addTexts({ approve });
