/** The words in a summary of a transaction, next to its data. */
import { actions } from '../../actions/en.ts';
import type {
  DoesWords,
  FieldName,
  LimitWords,
  MilestoneState,
  TextTrouble,
  TokenWords,
  TrustWords,
} from '../summary.ts';
import { ROLE_WORDS } from './words.ts';

export { ROLE_WORDS } from './words.ts';

/** Fields of an escrow that a step may change. */
export const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  engagementId: 'Engagement id',
  description: 'Description',
  platformFee: 'Platform fee',
  amount: 'Amount',
  escrow: 'Escrow',
  held: 'In the escrow',
};

export const MILESTONE_FIELD_NAMES = {
  description: 'description',
  amount: 'amount',
  receiver: 'receiver',
  status: 'status',
  evidence: 'evidence',
};

export const MILESTONE_STATE_WORDS: Readonly<Record<MilestoneState, string>> = {
  open: 'open',
  approved: 'approved',
  disputed: 'disputed',
  released: 'released',
  resolved: 'resolved',
};

export const NONE: string = 'none';
export const milestoneName = (number: number): string => `Milestone ${number}`;
export const aboutText = (amount: string): string => `about ${amount}`;
export const toText = (address: string): string => `to ${address}`;

/** "Approver: approve milestone 2 of 3, “Site built”, 200 USDC." */
export function doesText({ step, role, title, milestone, report }: DoesWords): string {
  const who = role === undefined ? '' : `${ROLE_WORDS[role]}: `;
  const amount = milestone?.amount === undefined ? '' : `, ${milestone.amount}`;
  const what =
    milestone === undefined
      ? `the escrow ${title}`
      : `milestone ${milestone.number} of ${milestone.of}, ${milestone.description}${amount}`;
  return `${who}${actions[step].does} ${what}${reportText(report)}.`;
}

/** The service provider's report, which is what an approval approves. */
function reportText(report: DoesWords['report']): string {
  if (report === undefined) return '';
  const evidence = report.evidence === undefined ? 'no evidence' : `the evidence ${report.evidence}`;
  return `, reported as ${report.status} with ${evidence}`;
}

export const limitLines = ({ step, ...about }: LimitWords): string[] => actions[step].limits(about);

export const ABOUT: string =
  'The amounts are exact to a few of the token’s smallest units: how this contract rounds the fees of such shares is not known. Shares that divide evenly are exact.';

export const RESTORES: string =
  'Entries of the escrow were archived, and this transaction restores them. That is why its network fee is higher.';

export const PLAIN_TRANSFER: string =
  'This is a plain payment: the escrow’s contract is not asked, so it arrives even if the escrow’s terms were changed meanwhile.';

export const trustText = ({ signer, code, issuer, reserve }: TrustWords): string =>
  `Lets ${signer} hold ${code} of the issuer ${issuer}. No money moves. ${reserve} XLM of the account are held back while the trustline stands.`;

export const unknownTokenText = ({ code, issuer }: TokenWords): string =>
  `Anybody can issue a token called ${code}. Check the issuer’s address: ${issuer}.`;

/** A warning about a text of an escrow. */
export function troubleText(field: string, trouble: TextTrouble): string {
  if (trouble === 'address')
    return `${field} contains what looks like an address or a key; only the addresses in their own fields count`;
  if (trouble === 'styled') return `${field} is partly written in styled letters, which give it no special meaning`;
  return `${field} mixes ${trouble.mixed.join(' and ')} letters in one word; they look alike and are not the same`;
}
