/** Why a transaction is only partly verified, for the person who signs it. */
import type { Reason } from '../reasons.ts';
import { kindWords } from './kinds.ts';

export function reasonText({ code, params }: Reason): string {
  switch (code) {
    case 'FACTORY_NOT_PINNED':
      return `The factory ${params.factory} is not pinned; verify it with the service’s owner before pinning.`;
    case 'FEE_ADDRESS_NOT_PINNED':
      return `The service’s share goes to ${params.address}, which is not pinned; verify it with the service’s owner before pinning.`;
    case 'CODE_NOT_PINNED':
      return `The contract code ${params.code} is not pinned; verify it with the service’s owner before pinning.`;
    case 'OTHER_KIND':
      return `This is another kind of escrow than the service makes: ${kindWords(params)}.`;
    case 'TOKEN_NOT_ASKED':
      return `The decimals of token ${params.token} are taken from the request${params.stored ? ';' : ': this kind of escrow does not store the token’s decimals, and'} they were not read from the token.`;
    case 'ONE_AMOUNT_FOR_ALL':
      return 'It holds one amount for all milestones, released at once: what each milestone is worth is not stored on chain.';
    case 'ADDRESS_IN_DOUBT':
      return `Its address is derived from the factory. An interim build derived it from the signer instead; by that rule it would be at ${params.elsewhere}. Check the outcome before funding it.`;
    case 'KEPT_AS_TEXT':
      return 'It was prepared by an earlier version, which kept its reasons as text only.';
  }
}
