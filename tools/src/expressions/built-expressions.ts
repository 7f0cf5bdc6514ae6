/** Expressions that are built at run time: no parser finds these, so each is listed here under its file. */

import { FOREIGN } from '@countersign/core/internal/actions/text-warnings';
import { HIDING, HIDING_HERE } from '@countersign/core/internal/secrets/hiding';
import { credentialPattern } from '@countersign/core/internal/secrets/own-credentials';
import { FLAG_OR_INVISIBLE } from '@countersign/core/text';

/** In the order of the file. */
export const BUILT_EXPRESSIONS: ReadonlyMap<string, readonly RegExp[]> = new Map([
  [
    'packages/core/src/secrets/own-credentials.ts',
    [credentialPattern(['some+credential/of*(this)'], ['some%2Bcredential'])],
  ],
  ['packages/core/src/secrets/hiding.ts', [HIDING, HIDING_HERE]],
  ['packages/core/src/text/text.ts', [FLAG_OR_INVISIBLE]],
  ['packages/core/src/actions/text-warnings.ts', [FOREIGN]],
]);
