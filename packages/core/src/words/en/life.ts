/** What happens in an escrow's life, in words: its steps and payments, and the changes that its followers receive. */
import { actions } from '../../actions/en.ts';
import type { RoleName } from '../../escrow/steps.ts';
import { quoted } from '../../text/text.ts';
import type { Acted, Cost, Costs, LifeState, PayeeCost, PayeeName, PaymentWords, TurnWords } from '../life.ts';
import { groupTurns } from '../naming.ts';
import { type PayoutParts, type PayoutWords, payoutWords } from '../payout.ts';
import type { EscrowChange } from '../schemas.ts';
import { milestonesText, ROLE_WORDS } from './words.ts';

/** The progress of an escrow. */
export const LIFE_WORDS: Readonly<Record<LifeState, string>> = {
  working: 'working',
  'waiting for approval': 'waiting for approval',
  'ready to release': 'ready to release',
  'in dispute': 'in dispute',
  finished: 'finished',
};

/** "open a dispute over milestone 2", "approve milestones 1–3" */
export const actText = (action: Acted, milestones?: number | readonly number[]): string =>
  `${actions[action].verb}${whichText(action, milestones)}`;

/** "Approver (G…) approves milestone 2.", "You approve milestone 2." */
export function turnText({ role, address, action, milestone, milestones, isYou }: TurnWords): string {
  const which = whichText(action, milestones ?? milestone);
  if (isYou) return `You ${actions[action].verb}${which}.`;
  const who = role === 'anyone' ? 'Somebody who holds the token' : ROLE_WORDS[role];
  const whose = address === undefined ? '' : ` (${address})`;
  return `${who}${whose} ${actions[action].turn}${which}.`;
}

function whichText(action: Acted, milestones: number | readonly number[] | undefined): string {
  const { preposition } = actions[action];
  if (milestones === undefined) return '';
  return `${preposition === undefined ? '' : ` ${preposition}`} ${milestonesText([milestones].flat())}`;
}

/** Whose turn it is, in a few sentences. An empty list means no one's. */
export const turnsText = (turns: readonly TurnWords[]): string =>
  turns.length === 0 ? 'Nothing is left to do.' : groupTurns(turns).map(turnText).join(' ');

const PAYEES: Readonly<Record<PayeeName, string>> = {
  receiver: 'the receiver',
  platform: 'the platform',
  service: 'the service',
};

/** "196.4 USDC to the receiver (G…)" */
export function paymentText({ as, to, roles, amount, about }: PaymentWords, unit: string): string {
  const whom = as === 'share' ? sharerText(roles) : PAYEES[as];
  return `${about === true ? 'about ' : ''}${amount} ${unit} to ${whom}${to === undefined ? '' : ` (${to})`}`;
}

/** "about 100 USDC", of what a step leaves in the escrow. */
export const leftText = (
  { left, about }: { readonly left: string; readonly about?: string | undefined },
  unit: string,
) => `${about === undefined ? '' : 'about '}${left} ${unit}`;

const sharerText = (roles: readonly RoleName[] = []): string =>
  roles.length === 0
    ? 'somebody without a role in this escrow'
    : `the ${roles.map((role) => ROLE_WORDS[role].toLowerCase()).join(', ')}`;

/** "the receiver (G…)": who gets a payment. */
function payeeName({ as, to, roles }: Omit<PaymentWords, 'amount' | 'about'>): string {
  const whom = as === 'share' ? sharerText(roles) : PAYEES[as];
  return `${whom}${to === undefined ? '' : ` (${to})`}`;
}

/** "Ben gets 9.67 USDC (10 USDC less fees), you get 9.67 USDC (10 USDC less fees); 80 USDC stays in the escrow" */
export function payoutText({ payees, others, left, milestones }: PayoutWords): string {
  const paid = payees.map(({ who, isYou = false, ...each }) => `${who} ${isYou ? 'get' : 'gets'} ${paidText(each)}`);
  const more = others === undefined ? [] : [`${others.count} others get ${paidText(others)}`];
  return [[...paid, ...more].join(', '), staysText(left, milestones)].filter(Boolean).join('; ');
}

/** "The receiver (G…) gets 9.67 USDC (10 USDC less fees); 80 USDC stays in the escrow" */
export function payoutLine(summary: PayoutParts, unit: string): string {
  const call = (payment: PayoutParts['pays'][number]) => ({ who: payeeName(payment) });
  const text = payoutText(payoutWords(summary, call, (amount) => `${amount} ${unit}`));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Paid = Omit<PayoutWords['payees'][number], 'who' | 'isYou'>;
const paidText = ({ amount, of, isAbout }: Paid): string =>
  `${isAbout ? 'about ' : ''}${amount}${of === undefined ? '' : ` (${of} less fees)`}`;

function staysText(left: PayoutWords['left'], milestones: readonly number[]): string {
  if (left === undefined) return 'nothing stays in the escrow';
  const stays = `${left.isAbout ? 'about ' : ''}${left.amount} stays in the escrow`;
  if (left.need === 'none') return `${stays}, and no milestone needs it`;
  const whatFor = milestones.length === 0 ? '' : ` for ${milestonesText(milestones)}`;
  return left.need === 'all' ? `${stays}${whatFor}` : `${stays}${whatFor}, of which only ${left.need} is needed`;
}

/** Status and evidence are a stranger's words, cleaned and cut where the change was computed. */
export function changeText(change: EscrowChange): string {
  const { kind, milestone, amount, token, to, after, evidence } = change;
  const of = milestone === undefined ? 'the escrow' : `milestone ${milestone}`;
  const subject = `${of.charAt(0).toUpperCase()}${of.slice(1)}`;
  const money = amount === undefined ? undefined : `${amount} ${token}`;
  switch (kind) {
    case 'deployed':
      return 'The escrow now stands on the ledger.';
    case 'restored':
      return 'Its entries on the ledger were restored.';
    case 'updated':
      return 'Its terms were changed.';
    case 'funded':
      return `Money arrived: ${money}.`;
    case 'status': {
      const reported = after ? `${subject} was reported as ${quoted(after)}.` : `${subject} has new evidence.`;
      return evidence ? `${reported} Evidence: ${quoted(evidence)}.` : reported;
    }
    case 'approved':
      return `${subject} was approved.`;
    case 'disputed':
      return `${subject} is in dispute.`;
    case 'released':
      return `${subject} was released.${money === undefined ? '' : ` Paid: ${money}${to === undefined ? '' : ` to ${to}`}.`}`;
    case 'resolved':
      return `The dispute over ${of} was resolved.${money === undefined ? '' : ` Paid out: ${money}, fees included.`}`;
    case 'withdrawn':
      return `Withdrawn: ${money}.`;
    case 'archived':
      return 'Its entries on the ledger were archived. Nothing is lost.';
  }
}

/** One line for each milestone, one for each of several receivers, and one for the total. */
export function labelledCosts(
  { milestones, total, payees, serviceAddress }: Costs,
  unit: string,
): { label: string; value: string }[] {
  const each = milestones.map((cost, index) => ({
    label: `Paid out for milestone ${index + 1}`,
    value: costText(cost, unit),
  }));
  return [
    ...(milestones.length === 1 ? [] : each),
    ...(payees ?? []).map((payee) => ({ label: 'Paid to', value: `${payee.address}: ${payeeText(payee, unit)}` })),
    { label: 'Paid out in all', value: costText(total, unit, payees !== undefined) },
    ...(serviceAddress === undefined ? [] : [{ label: 'The service’s share goes to', value: serviceAddress }]),
  ];
}

function costText(cost: Cost, unit: string, isSeveral = false): string {
  return `${cost.paid} ${unit}: ${sharesText(cost, isSeveral)}`;
}

/** What arrives at one of several receivers, after fees: “142.05 of 150 USDC, for milestones 1, 3”. */
export function payeeText({ paid, receiver, milestones }: Omit<PayeeCost, 'address'>, unit: string): string {
  return `${receiver} of ${paid} ${unit}, for ${milestones.length === 1 ? 'milestone' : 'milestones'} ${milestones.join(', ')}`;
}

/** Who gets how much of a payment. @param isSeveral whether there are several receivers */
export function sharesText({ platform, service, receiver }: Omit<Cost, 'paid'>, isSeveral = false): string {
  return `${receiver} to the ${isSeveral ? 'receivers' : 'receiver'}, ${platform} to the platform, ${service} to the service`;
}
