/** Everything that the pages say, here in English: the build puts each language's sentences in its place. */
import errors from '@countersign/core/errors/messages/errors.en.json' with { type: 'json' };
import type { Language } from '@countersign/core/words';
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.en.json' with { type: 'json' };
import page from '../../messages/page.en.json' with { type: 'json' };
import { useWords } from './words.ts';

export const english = { core: createWords({ core: names, steps, errors }), page };
useWords(english, names.language as Language);
