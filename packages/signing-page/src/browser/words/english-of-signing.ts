/** The English of a transaction, where there is no browser that loads it. */
import * as english from './en.ts';
import { useWords } from './words.ts';

useWords(english, 'en');
