/** A host's first message shows which era of the protocol it speaks. */

import { isObject } from '@countersign/core/text/fields';
import type { Message } from './message.ts';

/** `2025`: revisions up to 2025-11-25, which begin with `initialize`. `2026`: 2026-07-28 and later. */
export type Era = '2025' | '2026';

/** From 2026-07-28, every request names its revision here. */
const REVISION = 'io.modelcontextprotocol/protocolVersion';

export function eraOf({ method, params }: Message): Era {
  const meta = params?.['_meta'];
  return method === 'server/discover' || (isObject(meta) && REVISION in meta) ? '2026' : '2025';
}
