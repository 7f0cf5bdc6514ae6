import { createActions } from '../words/actions.ts';
import { coreMessages } from '../words/catalogue.ts';
import json from '../words/messages/core.en.json' with { type: 'json' };

export const actions = createActions(coreMessages(json));
