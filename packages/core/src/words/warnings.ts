/** What a person should look at twice before signing, as data. Nothing of it stops anything. */
import { fromBasisPoints, toBasisPoints } from '../escrow/amount.ts';
import type { NameChange } from './names.ts';
import type { Acted } from './outcomes.ts';
import type { Taking, TakingParty } from './stops.ts';
import type { PartyName } from './words.ts';

type None = Readonly<Record<string, never>>;
type OfAddress = { readonly address: string };
type OfRole = OfAddress & { readonly role: PartyName };

export type OneOfSeveral = {
  readonly others: readonly { readonly action: Acted; readonly title?: string | undefined }[];
};

/** “Signer”, “worker” and “platform” are the transaction's signer, the service provider and the platform's address. */
export type Warning =
  | { readonly code: 'ADDRESS_CHANGED'; readonly params: { readonly before: string; readonly now: string } }
  /** Strangers to the person. For a dispute `parties` are those who could open it. */
  | {
      readonly code: 'CAN_TAKE_TOGETHER';
      readonly params: Taking & {
        readonly parties: readonly TakingParty[];
        readonly resolver?: TakingParty | undefined;
      };
    }
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
  /** They have the same account and sequence number, and wait for a signature too. `title`: a stranger's text. */
  | { readonly code: 'ONE_OF_SEVERAL'; readonly params: OneOfSeveral }
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
  /** Of an escrow whose terms were neither set nor confirmed here. `rpc`: its host. */
  | { readonly code: 'TERMS_OF_ONE_RPC'; readonly params: { readonly rpc: string } }
  | { readonly code: 'EXTENDING_COSTS'; readonly params: { readonly days: string } }
  /** What an escrow does not do. `address`: of its dispute resolver. */
  | { readonly code: 'ONLY_RESOLVER_MOVES'; readonly params: OfAddress }
  /** `address`: of its platform. */
  | { readonly code: 'PLATFORM_CHANGES_TERMS'; readonly params: OfAddress }
  | { readonly code: 'SERVICE_SHARE'; readonly params: { readonly percent: string } };

/** What a fraction stands for as a percentage: "0.05" is 5. */
export function hundredfold(percent: string): string {
  return fromBasisPoints((toBasisPoints(percent) ?? 0) * 100);
}
