/** Everything that the page of an escrow says in English. */
import errors from '@countersign/core/errors/messages/errors.en.json' with { type: 'json' };
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.en.json' with { type: 'json' };
import escrow from '../messages/escrow.en.json' with { type: 'json' };
import escrows from '../messages/escrows.en.json' with { type: 'json' };
import pageJson from '../messages/page.en.json' with { type: 'json' };
import wallet from '../messages/wallet.en.json' with { type: 'json' };

export const core = createWords({ core: names, steps, errors });
export const page = { ...pageJson, ...escrow, ...escrows, ...wallet };
