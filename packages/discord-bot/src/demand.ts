/** What a command or a click may cost, before anything of it is done. */
import { mostBalanceRequests } from '@countersign/core';
import { MAX_XDR_FILE_BYTES } from '@countersign/core/envelope';
import { addressesIn } from './commands/balance.ts';
import { MOST_CARDS } from './commands/pending.ts';
import type { Demand } from './fair-share.ts';
import type { Person, State } from './state.ts';
import type { Click, Command } from './visit.ts';

/** These ask the service for nothing. */
const LOCAL: ReadonlySet<string> = new Set([
  'template',
  'wallet',
  'help',
  'explain',
  'discard',
  'failed',
  'failed-yes',
]);

/** To read an interaction and answer it. */
const BASE_MS = 1;
/** To look up one of the cards that may be pending. */
const MS_PER_CARD = 0.2;
/** To scan, decode and explain what was given: some 100 ms for the largest file. */
const MS_PER_KB = 0.4;

/** @param state how many cards the person may have */
export function demandOf(
  asked: Command | Click,
  action: string,
  person: Person,
  state: Pick<State, 'handlesOf'>,
): Demand {
  const bytes = asked.kind === 'command' ? givenBytes(asked) : 0;
  const cards = action === 'pending' ? state.handlesOf(person).length : 0;
  return {
    userId: person.userId,
    serverId: person.guildId,
    workMs: BASE_MS + (bytes / 1_024) * MS_PER_KB + cards * MS_PER_CARD,
    mostRequests: LOCAL.has(action) ? 0 : mostRequests(asked, cards),
  };
}

/** Further tries after a failure of the service are counted as they are made. */
function mostRequests(asked: Command | Click, cards: number): number {
  if (asked.kind === 'click') return 1;
  if (asked.name === 'balance') return mostBalanceRequests(addressesIn(asked).length);
  return asked.name === 'pending' ? Math.min(cards, MOST_CARDS) : 1;
}

/** By what Discord says of a file; no more than the largest is read. */
function givenBytes({ texts, files }: Command): number {
  const text = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  const file = [...files.values()].reduce((sum, { size }) => sum + Math.min(size, MAX_XDR_FILE_BYTES), 0);
  return text + file;
}
