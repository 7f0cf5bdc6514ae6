/** What an interaction may cost, before any work on it starts. */
import { MAX_XDR_FILE_BYTES } from '@countersign/core/envelope';
import type { Demand } from '../fair-share/fair-share.ts';
import type { Person } from '../state.ts';
import type { Cost } from '../task.ts';
import type { Asked, Command } from './interaction.ts';

/** To read an interaction and answer it. */
const BASE_MS = 1;
/** To look up one card. */
const MS_PER_CARD = 0.2;
/** The cost of scanning, decoding and explaining: some 100 ms for the largest file. */
const MS_PER_KB = 0.4;

export function demandOf(asked: Asked, { userId, guildId }: Person, { requests, cards }: Cost): Demand {
  const bytes = asked.kind === 'command' ? givenBytes(asked) : 0;
  return {
    userId,
    serverId: guildId,
    workMs: BASE_MS + (bytes / 1_024) * MS_PER_KB + cards * MS_PER_CARD,
    mostRequests: requests,
  };
}

/** By the size that Discord states; no more than the largest file is read. */
function givenBytes({ texts, files }: Command): number {
  const text = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  const file = [...files.values()].reduce((sum, { size }) => sum + Math.min(size, MAX_XDR_FILE_BYTES), 0);
  return text + file;
}
