import { projects } from '../en/projects.ts';
import { addTexts } from '../text.ts';

addTexts({ projects });
