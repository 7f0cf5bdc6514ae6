/** Why a transaction is only partly verified: as data, and in words for the person who is to sign it. */

import { kindWords } from './kinds.ts';

type None = Readonly<Record<string, never>>;

export type Reason =
  | { readonly code: 'FACTORY_NOT_PINNED'; readonly params: { readonly factory: string } }
  | { readonly code: 'CODE_NOT_PINNED'; readonly params: { readonly code: string } }
  /** Of a call that names who gets the service's share, where nobody pinned that. */
  | { readonly code: 'FEE_ADDRESS_NOT_PINNED'; readonly params: { readonly address: string } }
  | { readonly code: 'OTHER_KIND'; readonly params: { readonly generation: string; readonly release: string } }
  /** `stored`: whether this kind of escrow stores the token's unit multiplier. */
  | { readonly code: 'TOKEN_NOT_ASKED'; readonly params: { readonly token: string; readonly stored: boolean } }
  /** Given by an earlier version alone, like the next; offers that it kept are still read. */
  | { readonly code: 'ONE_AMOUNT_FOR_ALL'; readonly params: None }
  /** `elsewhere`: the other address at which it may stand. */
  | { readonly code: 'ADDRESS_IN_DOUBT'; readonly params: { readonly elsewhere: string } }
  /** Kept by an earlier version as a sentence; what it said is not known. */
  | { readonly code: 'KEPT_AS_TEXT'; readonly params: None };

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
      return `The decimals of token ${params.token} are taken from the request${params.stored ? ';' : ': this kind of escrow does not store the token’s decimals, and'} the token itself was not asked.`;
    case 'ONE_AMOUNT_FOR_ALL':
      return 'It holds one amount for all milestones, released at once: what each milestone is worth does not stand on chain.';
    case 'ADDRESS_IN_DOUBT':
      return `Its address is derived from the factory; an interim build derived it from the signer, and with that one it would stand at ${params.elsewhere}. Look at the outcome before funding it.`;
    case 'KEPT_AS_TEXT':
      return 'It was prepared by an earlier version, which kept its reasons as text only.';
  }
}

/** Whether an escrow's token had said its decimals, where these are the reasons why it is only partly verified. */
export function saidItsDecimals(reasons: readonly Reason[], token: string): boolean {
  return !reasons.some(
    ({ code, params }) => code === 'KEPT_AS_TEXT' || (code === 'TOKEN_NOT_ASKED' && params.token === token),
  );
}
