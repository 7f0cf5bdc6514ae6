import { createDeskWords, type DeskWords } from '../desk/index.ts';
import { deskMessages } from '../desk/language.ts';
import json from '../messages/desk.es.json' with { type: 'json' };
import * as core from './index.ts';
import { DAMAGED_PARTS } from './problems.ts';
import { codeOfAnother } from './risk.ts';
import { milestonesText } from './words.ts';

export const desk: DeskWords = createDeskWords({
  name: 'es',
  messages: deskMessages(json),
  damagedParts: DAMAGED_PARTS,
  ...{ core, milestonesText, codeOfAnother },
});
