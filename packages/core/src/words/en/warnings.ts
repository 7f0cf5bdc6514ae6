/** Warnings and facts for a person before signing. */
import { actions } from '../../actions/en.ts';
import { quoted } from '../../text/text.ts';
import { MOST_NAMED } from '../stops.ts';
import { type Fact, hundredfold, type OneOfSeveral } from '../warnings.ts';
import type { PartyName } from '../words.ts';
import { nameChangeText } from './names.ts';
import { takingTogetherText } from './taking.ts';
import { PARTY_WORDS } from './words.ts';

export function warningText({ code, params }: Fact): string {
  switch (code) {
    case 'ADDRESS_CHANGED':
      return `The escrow’s address has changed from ${params.before} to ${params.now}. Pay nothing to the old one.`;
    case 'CAN_TAKE_TOGETHER':
      return takingTogetherText(params);
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
    case 'PLATFORM_CHANGES_TERMS':
      return `Until money is paid in, the platform alone can change the terms, also who is paid. After that it can at most add milestones: ${params.address}.`;
    case 'SERVICE_SHARE':
      return `The escrow service keeps ${params.percent} % of each payment.`;
    case 'RESOLVER_PAYS_SELF':
      return `The dispute resolver, who signs this, pays a share to themselves: ${params.address}.`;
    case 'EVIDENCE_IS_LINK':
      return 'The evidence is a link: what it shows can be changed later. Look at it yourself; Countersign never opens links.';
    case 'TERMS_OF_ONE_RPC':
      return `The escrow’s terms are from one Stellar RPC alone, ${params.rpc}: this escrow was not made, paid or updated here. Compare them with what you agreed.`;
    case 'EXTENDING_COSTS':
      return `The network fee pays for keeping the entries ${params.days} days. By their public source, contracts on real networks extend only entries that are about to be archived, so this may change nothing yet. Archived entries are not lost: the next call restores them, for about 0.1 XLM.`;
    case 'FIRST_TIME_ADDRESSES':
      return `Used here for the first time: ${params.addresses.join(', ')}.`;
    case 'FIRST_TIME_NAMES':
      return `Names of the address book that are used for the first time: ${params.names.join(', ')}.`;
    case 'ONE_OF_SEVERAL':
      return `Also waiting for a signature of this account: ${transactionsText(params)}. Only one of them can be signed now. After that, the others must be prepared again.`;
  }
}

/** About money in an escrow beyond its terms. */
export const LEAVES = 'What is left over can leave the escrow only by a withdrawal of its dispute resolver.';

function transactionsText({ others }: OneOfSeveral): string {
  const left = others.length - MOST_NAMED;
  return [...others.slice(0, MOST_NAMED).map(transactionText), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function transactionText({ action, title }: OneOfSeveral['others'][number]): string {
  const what = actions[action].transaction;
  return title === undefined ? what : `${what}${action === 'deploy' ? '' : ' for'} ${quoted(title, 100)}`;
}

/** What fails if a party lacks an account or a trustline. */
function failing(role: PartyName): string {
  if (role === 'signer') return 'It cannot fund the escrow';
  return role === 'serviceFee' ? 'Nothing can be paid out of the escrow' : 'It cannot be paid';
}
