import { afterwards } from '../words/en/afterwards.ts';
import { addEnglish } from '../words/words.ts';

addEnglish({ afterwards });
