/** The English of what follows a submission: the escrow's life, and the receipt. */
import afterwards from '../messages/afterwards.en.json' with { type: 'json' };
import { addEnglish } from './words.ts';

addEnglish(afterwards);
