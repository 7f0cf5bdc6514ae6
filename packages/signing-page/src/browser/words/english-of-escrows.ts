/** The English of the list and of an escrow's life, for pages that draw them. */
import escrows from '../messages/escrows.en.json' with { type: 'json' };
import { addEnglish } from './words.ts';

addEnglish(escrows);
