/** What a person should look at twice before signing: as data, and in words. Nothing of it stops anything. */
import { fromBasisPoints, toBasisPoints } from '../escrow/amount.ts';
import { quoted } from '../text/text.ts';
import { type NameChange, nameChangeText } from './names.ts';
import { PARTY_WORDS, type PartyName } from './words.ts';

type None = Readonly<Record<string, never>>;
type OfAddress = { readonly address: string };
type OfRole = OfAddress & { readonly role: PartyName };

/** “Signer”, “worker” and “platform” are the transaction's signer, the service provider and the platform's address. */
export type Warning =
  | { readonly code: 'ADDRESS_CHANGED'; readonly params: { readonly before: string; readonly now: string } }
  | { readonly code: 'RECEIVER_IS_NOT_WORKER'; readonly params: OfAddress }
  | { readonly code: 'UNKNOWN_RELEASE_SIGNER'; readonly params: OfAddress }
  | { readonly code: 'RESOLVER_IS_WORKER'; readonly params: OfAddress }
  | { readonly code: 'ACCOUNT_MISSING'; readonly params: OfRole }
  | { readonly code: 'TRUSTLINE_MISSING'; readonly params: OfRole }
  | { readonly code: 'FEE_LOOKS_LIKE_FRACTION'; readonly params: { readonly percent: string } }
  | { readonly code: 'SEVERAL_SIGNERS'; readonly params: OfAddress }
  /** Another owner's, of the same signer; nothing is said of who that is. */
  | { readonly code: 'SAME_ID_ELSEWHERE'; readonly params: None }
  /** As the stop NAME_HAS_NEW_ADDRESS, where an escrow with this address has settled since. */
  | { readonly code: 'NAME_CHANGED_LATELY'; readonly params: NameChange }
  /** Of a payment; `token`: how the token is called. */
  | { readonly code: 'MORE_THAN_NEEDED'; readonly params: { readonly over: string; readonly token: string } }
  /** `address`: of its dispute resolver. */
  | { readonly code: 'ESCROW_IN_DISPUTE'; readonly params: OfAddress }
  /** Of a distribution by the dispute resolver. */
  | { readonly code: 'RESOLVER_PAYS_SELF'; readonly params: OfAddress }
  /** Of a payment into an escrow that its owner did not prepare here themselves: whom the contract names. */
  | {
      readonly code: 'ESCROW_FROM_ELSEWHERE';
      readonly params: {
        readonly receivers: readonly string[];
        readonly releaseSigner: string;
        readonly disputeResolver: string;
      };
    };

/** What is good to know: one line for all new addresses, and each warning beyond the two that are given as such. */
export type Fact =
  | Warning
  | { readonly code: 'FIRST_TIME_ADDRESSES'; readonly params: { readonly addresses: readonly string[] } }
  /** From the address book. */
  | { readonly code: 'FIRST_TIME_NAMES'; readonly params: { readonly names: readonly string[] } }
  /** `title`: a stranger's text. */
  | {
      readonly code: 'AFTER_PAYMENT';
      readonly params: Readonly<Record<'title' | 'held' | 'needed' | 'token', string>>;
    }
  /** Of a single release with several milestones. */
  | { readonly code: 'PAID_AT_ONCE'; readonly params: None }
  | { readonly code: 'EVIDENCE_IS_LINK'; readonly params: None }
  | { readonly code: 'EXTENDING_COSTS'; readonly params: { readonly days: string } }
  /** What paying into an escrow does not do. `address`: of its dispute resolver. */
  | { readonly code: 'ONLY_RESOLVER_MOVES'; readonly params: OfAddress };

export function warningText({ code, params }: Fact): string {
  switch (code) {
    case 'ADDRESS_CHANGED':
      return `The escrow’s address has changed from ${params.before} to ${params.now}. Pay nothing to the old one.`;
    case 'RECEIVER_IS_NOT_WORKER':
      return `The receiver is neither the service provider nor the signer: ${params.address}.`;
    case 'UNKNOWN_RELEASE_SIGNER':
      return `The release signer, who pays out the money, is neither the signer, the service provider nor the platform: ${params.address}.`;
    case 'RESOLVER_IS_WORKER':
      return `The dispute resolver is also the service provider, and would decide about their own pay: ${params.address}.`;
    case 'ACCOUNT_MISSING':
      return `${PARTY_WORDS[params.role]}: no account exists at ${params.address} yet. ${failing(params.role)} until there is one.`;
    case 'TRUSTLINE_MISSING':
      return `${PARTY_WORDS[params.role]}: ${params.address} does not accept this token yet (it has no trustline). ${failing(params.role)} until its owner adds one.`;
    case 'FEE_LOOKS_LIKE_FRACTION':
      return `The platform fee is ${params.percent} %. Was ${hundredfold(params.percent)} % meant?`;
    case 'SEVERAL_SIGNERS':
      return `The signer’s own key alone cannot sign for this account; other keys must, with it or instead: ${params.address}.`;
    case 'SAME_ID_ELSEWHERE':
      return 'Somebody else prepared an escrow with the same engagement id from this account, with other terms.';
    case 'NAME_CHANGED_LATELY':
      return nameChangeText(params);
    case 'MORE_THAN_NEEDED':
      return `This is ${params.over} ${params.token} more than the escrow needs. ${LEAVES}`;
    case 'ESCROW_IN_DISPUTE':
      return `The escrow is in dispute. Its dispute resolver decides who gets the money: ${params.address}.`;
    case 'ESCROW_FROM_ELSEWHERE':
      return `You did not prepare this escrow yourself. It pays ${params.receivers.join(', ')}. ${params.releaseSigner} releases the money, and ${params.disputeResolver} decides a dispute. Pay only if these are whom you mean.`;
    case 'AFTER_PAYMENT':
      return `After this payment the escrow ${quoted(params.title, 100)} holds ${params.held} of the ${params.needed} ${params.token} that it needs.`;
    case 'PAID_AT_ONCE':
      return 'Everything is paid out at once, when all milestones are approved. What each of them is worth is not kept on chain.';
    case 'ONLY_RESOLVER_MOVES':
      return `The contract has no deadline and no way back. If the other side goes silent, only the dispute resolver can move the money: ${params.address}.`;
    case 'RESOLVER_PAYS_SELF':
      return `The dispute resolver, who signs this, pays a share to themselves: ${params.address}.`;
    case 'EVIDENCE_IS_LINK':
      return 'The evidence is a link: what it shows can be changed later. Look at it yourself; Countersign never opens links.';
    case 'EXTENDING_COSTS':
      return `The network fee pays for keeping the entries ${params.days} days. By their public source, contracts on real networks extend only entries that are about to be archived, so this may change nothing yet. Archived entries are not lost: the next call restores them, for about 0.1 XLM.`;
    case 'FIRST_TIME_ADDRESSES':
      return `Used here for the first time: ${params.addresses.join(', ')}.`;
    case 'FIRST_TIME_NAMES':
      return `Names of the address book that are used for the first time: ${params.names.join(', ')}.`;
  }
}

/** Of money in an escrow beyond its terms. */
export const LEAVES = 'What is left over can leave the escrow only by a withdrawal of its dispute resolver.';

/** What fails where a party lacks account or trustline. */
function failing(role: PartyName): string {
  if (role === 'signer') return 'It cannot fund the escrow';
  return role === 'serviceFee' ? 'Nothing can be paid out of the escrow' : 'It cannot be paid';
}

/** What a fraction stands for as a percentage: "0.05" is 5. */
function hundredfold(percent: string): string {
  return fromBasisPoints((toBasisPoints(percent) ?? 0) * 100);
}
