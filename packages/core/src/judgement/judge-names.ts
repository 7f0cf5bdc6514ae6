/** Judges names: in an address book an address can be swapped without changing any request. */
import { LATELY_MS } from '../contacts/index.ts';
import type { NameChange, NamedAddress } from '../words/names.ts';
import type { Judgement } from './judgement.ts';

/**
 * A name whose address changed lately is a stop if the new address was never used, else a warning. The signer's own name
 * is neither: nobody else's wallet can sign for it.
 * @param used addresses of which this person has settled an escrow
 * @param now epoch milliseconds
 */
export function judgeNames(names: readonly NamedAddress[], used: ReadonlySet<string>, now: number): Judgement {
  const entries = new Map(
    names
      .filter(({ field, from }) => field !== 'signer' && from === 'address-book')
      .map((named) => [named.name, named] as const),
  );
  const isKnown = ({ address }: NamedAddress) => used.has(address);
  const all = [...entries.values()];
  const changes = all.flatMap((named) => {
    const change = changeOf(named, now);
    return change === undefined ? [] : [{ named, change }];
  });
  const first = all.filter((named) => !isKnown(named) && changeOf(named, now) === undefined).map(({ name }) => name);
  return {
    stops: changes
      .filter(({ named }) => !isKnown(named))
      .map(({ change }) => ({ code: 'NAME_HAS_NEW_ADDRESS', params: change })),
    warnings: changes
      .filter(({ named }) => isKnown(named))
      .map(({ change }) => ({ code: 'NAME_CHANGED_LATELY', params: change })),
    facts: first.length === 0 ? [] : [{ code: 'FIRST_TIME_NAMES', params: { names: first } }],
  };
}

/** A time in the future was written before the clock was set back: it counts as lately. */
function changeOf({ name, address, before, setAt, setBy }: NamedAddress, now: number): NameChange | undefined {
  if (before === undefined || setAt === undefined || setBy === undefined) return undefined;
  return now - Date.parse(setAt) < LATELY_MS ? { name, before, now: address, at: setAt, by: setBy } : undefined;
}
