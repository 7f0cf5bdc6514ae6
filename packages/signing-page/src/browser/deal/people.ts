/** Whom a transaction is about: each address once, with all that its owner does, and what is noted next to each. */
import type { PaymentTerms, Summary } from '@countersign/core/actions';
import { ROLE_NAMES, type RoleName } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS, SANDBOX_PEOPLE } from '@countersign/core/network';
import { format, upper } from '@countersign/core/text/message';
import { type Fact, isOfPayee, type NamedAddress, type Warning } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { core, words } from '../words/words.ts';

export type Person = {
  readonly address: string;
  readonly isYou: boolean;
  readonly isNew: boolean;
  /** What they do, as the end of a sentence; none where only their address counts. */
  readonly does: readonly string[];
  /** In the owner's address book. */
  readonly named: NamedAddress | undefined;
  readonly demo: { readonly account: string; readonly name: string } | undefined;
};

type Part = readonly [address: string | undefined, does: string | undefined];

/** @param reader the reader's own wallet, where it is known: no one else is “you” */
export function peopleOf(
  summary: AnySummary,
  names: readonly NamedAddress[],
  { facts, warnings }: PageView['judgement'],
  reader: string | undefined,
): readonly Person[] {
  const { signer, network } = summary;
  const does = new Map<string, Set<string>>([[signer, new Set()]]);
  const resolverParts = [...facts, ...warnings].flatMap(({ code, params }): Part[] =>
    RESOLVERS.includes(code) && 'address' in params
      ? [[params.address, roleWord('disputeResolver', reader, params.address)]]
      : [],
  );
  for (const [address, part] of [...partsOf(summary, reader), ...resolverParts]) {
    if (address === undefined) continue;
    const own = does.get(address) ?? new Set();
    does.set(address, part === undefined ? own : own.add(part));
  }
  const firstTime = (facts as readonly Fact[]).flatMap(({ code, params }) =>
    code === 'FIRST_TIME_ADDRESSES' ? params.addresses : [],
  );
  return [...does].map(([address, parts]) => ({
    address,
    isYou: address === reader,
    isNew: firstTime.includes(address),
    does: [...parts],
    named: names.find((each) => each.address === address && each.setBy !== undefined),
    demo: network === 'sandbox' ? demoOf(address, names) : undefined,
  }));
}

function demoOf(address: string, names: readonly NamedAddress[]): Person['demo'] {
  const found = SANDBOX_ACCOUNTS.find((each) => each.address === address);
  return (
    found && {
      account: found.name,
      name: names.find((each) => each.address === address)?.name ?? SANDBOX_PEOPLE[found.name],
    }
  );
}

/** What a person is called in a sentence. @param otherwise for a person without a name */
export function callOf(person: Person | undefined, otherwise: string): string {
  if (person?.isYou) return words().deal.you;
  return person?.named?.name ?? person?.demo?.name ?? otherwise;
}

export const personAt = (address: string | undefined, people: readonly Person[]): Person | undefined =>
  people.find((person) => person.address === address);

/** What the owner of an address is called in a sentence. @param otherwise for one without a name */
export const callAt = (address: string | undefined, people: readonly Person[], otherwise = ''): string =>
  callOf(personAt(address, people), otherwise);

/** “the receiver (G…, new to you)”: who has no name is shown with the whole address. */
export function payeeOf(address: string, people: readonly Person[]): string {
  const { nameless } = words().deal;
  const person = personAt(address, people);
  const isReaders = people[0]?.isYou === true;
  const text = person?.isNew && isReaders ? nameless.isNew : nameless.known;
  return callOf(person, format(text, { who: core.THE_PARTY.receiver, address }));
}

/** Puts names in place of addresses. @param below whether an address without a name becomes “address below” */
export function withPeople(text: string, people: readonly Person[], below = true): string {
  return text.replace(ADDRESS, (address) => {
    const person = personAt(address, people);
    return person === undefined ? address : callOf(person, below ? words().deal.below : address);
  });
}

/** Anybody may pay in. A signer who only sets the escrow up, such as a platform, is not expected to. */
export const isPayer = ({ signer, roles }: Summary): boolean =>
  roles.approver === signer && ![roles.serviceProvider, ...roles.receiver.split(', ')].includes(signer);

const ADDRESS = /\b[GC][A-Z2-7]{55}\b/g;
/** Facts and warnings of an escrow's dispute resolver. */
const RESOLVERS: readonly string[] = ['ONLY_RESOLVER_MOVES', 'ESCROW_IN_DISPUTE'];

function partsOf(summary: AnySummary, reader: string | undefined): Part[] {
  const { deal } = words();
  const { signer } = summary;
  const ofTerms = ({ roles, costs }: Pick<Summary, 'roles'> & Pick<PaymentTerms, 'costs'>): Part[] => [
    ...ROLE_NAMES.flatMap((role) =>
      roles[role].split(', ').map((address): Part => [address, roleWord(role, reader, address)]),
    ),
    [costs.serviceAddress, deal.service],
  ];
  if (isEscrow(summary)) return ofTerms(summary);
  if (isPayment(summary)) {
    const { terms } = summary;
    const pays: Part = [signer, signer === reader ? deal.youPay : deal.pays];
    if (terms === undefined) return [pays];
    const receiver = terms.receivers.join(', ');
    return [pays, ...ofTerms({ ...terms, roles: { ...terms.roles, receiver } })];
  }
  if (isTrustline(summary)) return [[signer, format(deal.mayHold, { code: summary.token.code })]];
  if (!isStep(summary)) return [];
  return [
    [signer, summary.role && roleWord(summary.role, reader, signer)],
    ...summary.pays.flatMap(({ as, to, roles = [] }): Part[] => {
      if (as === 'service') return [[to, deal.service]];
      const own: readonly RoleName[] = as === 'share' ? roles : [as === 'platform' ? 'platformAddress' : as];
      return own.length === 0 ? [[to, deal.noRole]] : own.map((role) => [to, roleWord(role, reader, to)]);
    }),
    ...summary.turn.map(
      ({ address, role }): Part => [address, role === 'anyone' ? undefined : roleWord(role, reader, address)],
    ),
    ...summary.changes.flatMap(({ before, after, added }) =>
      [...[before, after].filter(isAddress), added?.receiver].map((address): Part => [address, undefined]),
    ),
  ];
}

const roleWord = (role: RoleName, reader: string | undefined, address: string | undefined): string =>
  words().deal[address !== undefined && address === reader ? 'yourRoles' : 'roles'][role];

export const isAddress = (text: string): boolean => text.replace(ADDRESS, '') === '' && text !== '';

type Payment = Extract<AnySummary, { readonly pays: unknown }>['pays'][number];

/** "Receiver: Ana"; with the whole address where nothing else would tell who gets which of the amounts. */
export function payeeText(payment: Payment, pays: readonly Payment[], people: readonly Person[]): string {
  const { to } = payment;
  const as = payeeWord(payment);
  const isOnlyOne = pays.filter((each) => payeeWord(each) === as).length === 1;
  const nameless = to === undefined ? words().deal.pay.unknown : isOnlyOne ? '' : to;
  return [as, callAt(to, people, nameless)].filter((part) => part !== '').join(': ');
}

function payeeWord({ as, roles }: Payment): string {
  if (as === 'service') return core.PARTY_WORDS.serviceFee;
  if (as === 'share') return roles?.map((role) => core.ROLE_WORDS[role]).join(', ') ?? words().deal.stranger;
  return as === 'platform' ? words().deal.platformFee : core.ROLE_WORDS.receiver;
}

export type Notes = { readonly warnings: readonly string[]; readonly facts: readonly string[] };

/** Where each warning and fact is shown: next to its subject, or on top if it has none. */
function placeOf(fact: Fact, people: readonly Person[]): string {
  const { code, params } = fact;
  // Above everything that leads to a signature.
  if (isOfPayee(fact)) return 'nowhere';
  const has = (address: string) => personAt(address, people) !== undefined;
  if (code === 'FEE_LOOKS_LIKE_FRACTION') return 'fee';
  if (code === 'PAID_AT_ONCE') return 'milestones';
  // With what is paid out, in the sentences, and in a tag next to each.
  if (code === 'SERVICE_SHARE') return 'nowhere';
  if (code === 'ONLY_RESOLVER_MOVES') return has(params.address) ? 'nowhere' : 'top';
  if (code === 'FIRST_TIME_ADDRESSES') return params.addresses.every(has) ? 'nowhere' : 'top';
  return 'address' in params && has(params.address) ? params.address : 'top';
}

/** @param place `top`, `fee`, `milestones`, or an address that is next to it, and is not repeated */
export function notesAt(place: string, { warnings, facts }: PageView['judgement'], people: readonly Person[]): Notes {
  const textOf = (fact: Fact): string =>
    'address' in fact.params && fact.params.address === place
      ? core.warningText({ ...fact, params: { ...fact.params, address: words().deal.thisOne } } as Fact)
      : withPeople(core.warningText(called(fact, people)), people, false);
  const texts = (all: readonly Fact[]) =>
    all
      .filter((fact) => placeOf(fact, people) === place)
      .map(textOf)
      .map(upper);
  return { warnings: texts(warnings as readonly Warning[]), facts: texts(facts as readonly Fact[]) };
}

/** The people who could take the money together: their addresses are shown next to what they do. */
function called(fact: Fact, people: readonly Person[]): Fact {
  if (fact.code !== 'CAN_TAKE_TOGETHER') return fact;
  const { parties, resolver, mover, ...taking } = fact.params;
  const decides = resolver && personAt(resolver.address, people);
  // Without a name, “the dispute resolver” is enough.
  const name = resolver && callOf(decides, decides === undefined ? resolver.address : '');
  const ofResolver = name ? { resolver: { address: name } } : {};
  const byDeed = ({ address }: { readonly address: string }) => {
    const person = personAt(address, people);
    const [does] = person?.does ?? [];
    return { address: callOf(person, does ? format(words().deal.whoever, { does }) : address) };
  };
  // All of these are paid, so only their names or addresses tell them apart.
  const calls = parties.map((party) =>
    mover === undefined ? byDeed(party) : { address: callAt(party.address, people, party.address) },
  );
  const ofMover = mover === undefined ? {} : { mover: byDeed(mover) };
  return { ...fact, params: { ...taking, parties: calls, ...ofResolver, ...ofMover } };
}
