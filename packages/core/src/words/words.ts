/** What has words in every language: the parties next to the roles, milestones, and what becomes of a prepared escrow. */
import { ROLE_NAMES, type RoleName } from '../escrow/steps.ts';
import { format, joined, type Message, type Plural } from '../text/message.ts';
import type { CoreMessages } from './catalogue.ts';

/** Who is paid or pays: the roles, the account that the service's share goes to, and the transaction's signer. */
export const PARTY_NAMES = [...ROLE_NAMES, 'serviceFee', 'signer'] as const;
export type PartyName = (typeof PARTY_NAMES)[number];

/**
 * How somebody could take the money of an escrow. `release`: they approve, pay out and are paid. `approved`: the same,
 * where the work is approved already. `fee`: the platform fee is most of each payment. `milestone`: they add a
 * milestone that pays them. `dispute`: one of them opens a dispute, unless there is one, and the other decides it.
 */
export const TAKING_WAYS = ['release', 'approved', 'fee', 'milestone', 'dispute'] as const;
export type TakingWay = (typeof TAKING_WAYS)[number];

/** Shown as a milestone's amount when the escrow has one amount for all milestones. */
export const NO_OWN_AMOUNT = '—';

/** Who has each role, in the order that people read them: a row for each of several receivers. */
export function labelledRoles(
  { parties }: CoreMessages,
  roles: Readonly<Record<RoleName, string>>,
): { label: string; address: string }[] {
  return ROLE_NAMES.flatMap((role) => roles[role].split(/, ?/).map((address) => ({ label: parties[role], address })));
}

/** “milestones 1, 2 and 5–9” */
export function milestonesText(
  { milestones }: CoreMessages,
  numbers: readonly number[],
  { one, other }: Plural<'numbers'> = milestones,
): string {
  return format(numbers.length === 1 ? one : other, { numbers: joined(rangesOf(numbers), milestones.and) });
}

/** A run of three or more is shortened: "1, 2, 5–9". */
function rangesOf(numbers: readonly number[]): string[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run.map(String)));
}

/** What follows words such as “over” or “of”. In some languages, “of” melts with the article after it. */
export function joinedTo(
  { of }: CoreMessages,
  words: string,
  what: { readonly plain: string; readonly of: string },
): string {
  return words.endsWith(` ${of}`) ? `${words.slice(0, -of.length)}${what.of}` : `${words} ${what.plain}`;
}

/** A sentence about the whole escrow, or about one milestone. */
export function ofEscrow(
  { escrow, milestone }: { readonly escrow: string; readonly milestone: Message<'milestone'> },
  number: number | undefined,
): string {
  return number === undefined ? escrow : format(milestone, { milestone: number });
}

export const aboutText = ({ about }: CoreMessages, amount: string, isAbout = true): string =>
  isAbout ? format(about, { amount }) : amount;

/** The name of a kind of escrow contract. @param release `multi` or `single` */
export function kindWords(
  { kinds: { text, generations, releases, otherRelease } }: CoreMessages,
  { generation, release }: { readonly generation: string; readonly release: string },
): string {
  const find = (texts: Readonly<Record<string, string>>, key: string) => texts[key];
  return format(text, {
    release: find(releases, release) ?? format(otherRelease, { release }),
    generation: find(generations, generation) ?? generation,
  });
}
