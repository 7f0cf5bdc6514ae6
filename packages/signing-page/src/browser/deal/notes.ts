/** Where each warning and fact is shown: beside its subject, or on top if it has none. */
import type { Fact, Warning } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { warningText } from '../words/said.ts';
import { words } from '../words/words.ts';
import { callOf, type Person, withPeople } from './people.ts';

type Judgement = PageView['judgement'];
export type Notes = { readonly warnings: readonly string[]; readonly facts: readonly string[] };
type Place = 'top' | 'fee' | 'milestones' | 'nowhere' | { readonly address: string };

function placeOf({ code, params }: Fact, people: readonly Person[]): Place {
  const has = (address: string) => people.some((each) => each.address === address);
  switch (code) {
    case 'FEE_LOOKS_LIKE_FRACTION':
      return 'fee';
    case 'PAID_AT_ONCE':
      return 'milestones';
    // Said in the sentences.
    case 'ONLY_RESOLVER_MOVES':
      return has(params.address) ? 'nowhere' : 'top';
    // Shown with what is paid out.
    case 'SERVICE_SHARE':
      return 'nowhere';
    // A tag beside each.
    case 'FIRST_TIME_ADDRESSES':
      return params.addresses.every(has) ? 'nowhere' : 'top';
    default:
      return 'address' in params && has(params.address) ? { address: params.address } : 'top';
  }
}

/** @param place `top`, `fee`, `milestones`, or an address that stands beside it, and is not said again */
export function notesAt(place: string, { warnings, facts }: Judgement, people: readonly Person[]): Notes {
  const texts = (all: readonly Fact[]) =>
    all.flatMap((fact) => {
      const at = placeOf(fact, people);
      if (typeof at === 'string')
        return at === place ? withPeople(warningText(called(fact, people)), people, false) : [];
      if (at.address !== place) return [];
      return warningText({ ...fact, params: { ...fact.params, address: words().deal.thisOne } } as Fact);
    });
  return { warnings: texts(warnings as readonly Warning[]), facts: texts(facts as readonly Fact[]) };
}

/** Those who could take the money together, as people: their addresses are shown beside what they do. */
function called(fact: Fact, people: readonly Person[]): Fact {
  if (fact.code !== 'CAN_TAKE_TOGETHER') return fact;
  const find = (address: string) => people.find((each) => each.address === address);
  const { parties, resolver, ...taking } = fact.params;
  const decides = resolver && find(resolver.address);
  // Without a name, “the dispute resolver” is enough.
  const name = resolver && callOf(decides, decides === undefined ? resolver.address : '');
  const ofResolver = name ? { resolver: { address: name } } : {};
  const calls = parties.map((party) => {
    const person = find(party.address);
    return { address: callOf(person, person?.does[0] ? words().deal.whoever(person.does[0]) : party.address) };
  });
  return { ...fact, params: { ...taking, parties: calls, ...ofResolver } };
}

/** Whether an address is used for the first time. */
export const isNew = (address: string, { facts }: Judgement): boolean =>
  (facts as readonly Fact[]).some(
    ({ code, params }) => code === 'FIRST_TIME_ADDRESSES' && params.addresses.includes(address),
  );
