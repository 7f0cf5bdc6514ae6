/** What the assistant tells of an escrow is what a result said last, and only the ledger’s word settles anything. */
import type { Claim } from './claim.ts';
import type { Breach, Rule, Transcript } from './transcript.ts';
import { type Word, wordsIn } from './words-in.ts';

export const claimsAreWords: Rule = (transcript) =>
  transcript.events.flatMap((event, at): Breach[] => {
    if (event.kind !== 'assistant') return [];
    return event.claims.flatMap((claim) => {
      const why = problemOf(claim, wordsBefore(transcript, at));
      return why === undefined ? [] : [{ rule: 'claims-are-words', at, why: `${claim.claim}: ${why}` }];
    });
  });

function wordsBefore({ events }: Transcript, at: number): readonly Word[] {
  return events
    .slice(0, at)
    .flatMap((event) => (event.kind === 'result' && !event.isError ? wordsIn(event.value) : []));
}

function problemOf({ claim, of, by, amount }: Claim, words: readonly Word[]): string | undefined {
  const about = words.filter(({ names }) => names.includes(of));
  if (about.length === 0) return 'no result speaks of it';
  if (claim === 'holds' || claim === 'money-moved') {
    const last = about.findLast(({ balance }) => balance !== undefined);
    if (last === undefined) return 'no result says what it holds';
    if (claim === 'holds' && last.balance !== amount) return `the last result says ${last.balance}`;
    if (claim === 'money-moved' && Number(last.balance) === 0) return 'the last result says that it holds nothing';
    if (claim === 'money-moved' && last.balanceBy !== 'ledger') return 'the ledger does not say so';
    return by === last.balanceBy ? undefined : `it is the word of: ${last.balanceBy}`;
  }
  const last = about.findLast(({ status }) => status !== undefined);
  if (last?.status !== claim) return `the last result says ${last?.status ?? 'nothing of its state'}`;
  if (claim === 'settled' && (last.by !== 'ledger' || by !== 'ledger')) return 'it is not told as the ledger’s word';
  return by === undefined || by === last.by ? undefined : `it is the word of: ${last.by ?? 'nobody'}`;
}
