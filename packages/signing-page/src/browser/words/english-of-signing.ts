/** The English of what is signed, and of its state, for pages that draw them. */
import sign from '../messages/sign.en.json' with { type: 'json' };
import { addEnglish } from './words.ts';

addEnglish(sign);
