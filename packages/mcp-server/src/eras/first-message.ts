/** A host's first message shows which era of the protocol it speaks. */
import type { Message } from './message.ts';

/** `2025`: revisions up to 2025-11-25, which begin with `initialize`. `2026`: 2026-07-28 and later. */
export type Era = '2025' | '2026';

/** From 2026-07-28, every request names its revision here. */
const REVISION = 'io.modelcontextprotocol/protocolVersion';

export function eraOf({ method, params }: Message): Era {
  const meta = params?.['_meta'];
  const isNamed = typeof meta === 'object' && meta !== null && REVISION in meta;
  return method === 'server/discover' || isNamed ? '2026' : '2025';
}
