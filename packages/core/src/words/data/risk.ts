/** What is judged of a transaction, as data: stops, warnings and facts, limits, and reasons why it is only partly verified. */
import type { Difference } from '../../errors/differences.ts';
import { fromBasisPoints, toBasisPoints } from '../../escrow/amount.ts';
import type { CrossChainReceiver } from '../../escrow/cross-chain.ts';
import type { RoleName } from '../../escrow/steps.ts';
import type { LookAlike } from '../look-alike.ts';
import type { NameChange } from '../names.ts';
import type { PartyName } from '../words.ts';
import type { Acted } from './life.ts';

/** `transactions`: hashes of earlier ones that may have settled, or may still do so. */
export type OpenTransactions = { readonly transactions: readonly string[] };
/**
 * How somebody could take the money of an escrow. `release`: they approve, pay out and are paid. `approved`: the same,
 * where the work is approved already. `fee`: the platform fee is most of each payment. `milestone`: they add a
 * milestone that pays them. `dispute`: one of them opens a dispute, unless there is one, and the other decides it.
 */
export const TAKING_WAYS = ['release', 'approved', 'fee', 'milestone', 'dispute'] as const;
export type TakingWay = (typeof TAKING_WAYS)[number];
export const SHARES = ['all', 'part'] as const;
export type Taking = { readonly way: TakingWay; readonly share: (typeof SHARES)[number] };
export type TakingParty = { readonly address: string };
/** `address`: where the escrow has several receivers, which one. */
export type AffectedRole = { readonly role: RoleName; readonly address?: string | undefined };
type AtContract = { readonly contractId: string };

/** What a person must confirm before anything to sign is handed out. */
export type BlockingWarning =
  | { readonly code: 'ROLE_IS_TOKEN'; readonly params: AffectedRole }
  | { readonly code: 'ROLE_IS_ESCROW'; readonly params: AffectedRole }
  /** Somebody whom the signing wallet does not know for such a sum. */
  | { readonly code: 'CAN_TAKE_ALONE'; readonly params: Taking & TakingParty }
  | { readonly code: 'FEE_ABOVE_STOP'; readonly params: { readonly percent: string; readonly stop: string } }
  /** `token`: how the token is called. `at`: ISO 8601, UTC. */
  | {
      readonly code: 'PAID_ALREADY';
      readonly params: { readonly amount: string; readonly token: string; readonly at: string };
    }
  | { readonly code: 'ANOTHER_ESCROW'; readonly params: AtContract }
  /** The same signer and engagement id, with different terms. */
  | { readonly code: 'ANOTHER_VERSION_SETTLED'; readonly params: AtContract }
  /** `id`: the request of that version. `found`: what it says; in texts, a stranger's words. */
  | {
      readonly code: 'REPLACES_OPENED';
      readonly params: { readonly id: string; readonly differences: readonly Difference[] };
    }
  /** The ledger's history no longer reaches back to an earlier transaction. */
  | { readonly code: 'NOT_COVERED'; readonly params: OpenTransactions }
  | { readonly code: 'NO_LEDGER_TO_ASK'; readonly params: OpenTransactions }
  /** The store was restored from a backup of this time. `count`: how many; absent where that is unknown. */
  | {
      readonly code: 'SIGNED_SINCE_BACKUP';
      readonly params: { readonly account: string; readonly at: string; readonly count?: string | undefined };
    }
  /**
   * They are not those that the signing wallet `agreed` to last, or not those that `settled` here last. Never texts:
   * `asked` as known here, `found` as the RPC reports it. Rows of earlier versions lack `since`.
   */
  | {
      readonly code: 'TERMS_CHANGED';
      readonly params: {
        readonly differences: readonly Difference[];
        readonly since?: 'agreed' | 'settled' | undefined;
      };
    }
  /** A name in the address book had a different address until lately, and the present one was never used. */
  | { readonly code: 'NAME_HAS_NEW_ADDRESS'; readonly params: NameChange }
  /** For a payment: all of the escrow was paid out or resolved. */
  | { readonly code: 'ESCROW_FINISHED'; readonly params: None }
  /** For a distribution: addresses that have no role in the escrow. */
  | { readonly code: 'PAYS_STRANGER'; readonly params: { readonly addresses: readonly string[] } }
  /** For an update: addresses that would newly be paid, or move the money. */
  | {
      readonly code: 'NAMES_STRANGER';
      readonly params: { readonly parties: readonly { readonly role: RoleName; readonly address: string }[] };
    }
  /**
   * Of a decision or a withdrawal: of the money that is there for it, how much it shares out, and how much it leaves in the
   * escrow. `spare`: what no milestone needs of that; `milestones` are the others that are yet to be paid out.
   * `address`: of the dispute resolver.
   */
  | {
      readonly code: 'LEAVES_MONEY';
      readonly params: Readonly<Record<'shared' | 'of' | 'rest' | 'spare' | 'token' | 'address', string>> & {
        readonly milestones: readonly number[];
      };
    }
  /** Of one of several milestones: its report is not the one that was shown when all of them were requested. */
  | { readonly code: 'REPORT_CHANGED'; readonly params: { readonly milestone: number } }
  | { readonly code: 'ROLE_IS_CONTRACT'; readonly params: AffectedRole }
  /** The payee is the escrows' factory: a payment to it is lost. */
  | { readonly code: 'PAYEE_IS_FACTORY'; readonly params: AffectedRole }
  /** A payment to the token's issuer destroys it. */
  | { readonly code: 'PAYEE_IS_ISSUER'; readonly params: AffectedRole }
  /** A contract whose code can agree to nothing. */
  | { readonly code: 'PAYEE_IS_NOT_WALLET'; readonly params: AffectedRole }
  /** An exchange's account, which wants a memo with each payment. */
  | { readonly code: 'PAYEE_NEEDS_MEMO'; readonly params: AffectedRole }
  /** As PAID_ALREADY, for a withdrawal of the rest. */
  | { readonly code: 'WITHDRAWN_ALREADY'; readonly params: Readonly<Record<'amount' | 'token' | 'at', string>> }
  | { readonly code: 'LOOKS_LIKE_KNOWN'; readonly params: LookAlike }
  /** No one asked for it: the receiver's share would leave Stellar. `recipient`: 32 bytes in hex. */
  | { readonly code: 'CROSS_CHAIN_RECEIVER'; readonly params: CrossChainReceiver }
  /** Of a payment. `needed`: what the escrow has yet to pay out. `token`: how the token is called. */
  | {
      readonly code: 'MORE_THAN_NEEDED';
      readonly params: Readonly<Record<'held' | 'needed' | 'over' | 'token', string>>;
    };

/** So many transactions are named; of more than two others there is the number. */
export const MOST_NAMED = 2;

/** Problems of a role, of which several roles may have the same one. */
const ROLE_WARNINGS = [
  'ROLE_IS_TOKEN',
  'ROLE_IS_ESCROW',
  'ROLE_IS_CONTRACT',
  'PAYEE_IS_FACTORY',
  'PAYEE_IS_ISSUER',
  'PAYEE_IS_NOT_WALLET',
  'PAYEE_NEEDS_MEMO',
] as const;
export type RoleWarning = (typeof ROLE_WARNINGS)[number];
export const isOfRole = (stop: BlockingWarning): stop is Extract<BlockingWarning, { readonly code: RoleWarning }> =>
  (ROLE_WARNINGS as readonly string[]).includes(stop.code);

/** Why a payee cannot be paid yet, or cannot use the payment: several may have the same problem. */
export const PAYEE_WARNINGS = [
  'ACCOUNT_MISSING',
  'TRUSTLINE_MISSING',
  'NOT_AUTHORISED',
  'LIMIT_TOO_LOW',
  'CONTRACT_MISSING',
] as const;
export type PayeeWarning = (typeof PAYEE_WARNINGS)[number];
export type OfPayee = Extract<Fact, { readonly code: PayeeWarning }>;
/** The signer may lack a trustline too, but is not paid. */
export const isOfPayee = (fact: Fact): fact is OfPayee =>
  (PAYEE_WARNINGS as readonly string[]).includes(fact.code) && 'role' in fact.params && fact.params.role !== 'signer';

/** A trustline without a limit would mend it. Only the owner of the account can sign one. */
export const needsTrustline = (fact: Fact): fact is OfPayee =>
  isOfPayee(fact) && (fact.code === 'TRUSTLINE_MISSING' || fact.code === 'LIMIT_TOO_LOW');

/** Facts that are one sentence. */
export function together<Grouped extends Fact>(facts: readonly Grouped[]): Grouped[][] {
  return [...Map.groupBy(facts, (fact) => (isOfPayee(fact) ? fact.code : fact)).values()];
}

type None = Readonly<Record<string, never>>;
type OfAddress = { readonly address: string };
type OfRole = OfAddress & { readonly role: PartyName };

export type OneOfSeveral = {
  /** The newest. */
  readonly others: readonly { readonly action: Acted; readonly title?: string | undefined }[];
  /** How many others there are: more than two. */
  readonly more?: number | undefined;
};

/**
 * What a person should look at twice before signing. Nothing of it stops anything. “Signer”, “worker” and “platform” are
 * the transaction's signer, the service provider and the platform's address.
 */
export type Warning =
  | { readonly code: 'ADDRESS_CHANGED'; readonly params: { readonly before: string; readonly now: string } }
  /** As the stop CAN_TAKE_ALONE, of somebody whom the signing wallet knows for such a sum, or whom its person confirmed. */
  | { readonly code: 'KNOWN_CAN_TAKE_ALONE'; readonly params: Taking & TakingParty }
  /**
   * As a warning, of strangers to the signing wallet; as a fact, also of others. For a dispute `parties` are the parties that could open it. With a `mover`, who approves and pays
   * out, they are receivers, any of whom could do it with them.
   */
  | {
      readonly code: 'CAN_TAKE_TOGETHER';
      readonly params: Taking & {
        readonly parties: readonly TakingParty[];
        readonly resolver?: TakingParty | undefined;
        readonly mover?: TakingParty | undefined;
      };
    }
  /** Of a deploy, whose payees and signing account were therefore not checked. */
  | { readonly code: 'LEDGER_NOT_ASKED'; readonly params: None }
  | { readonly code: 'RECEIVER_IS_NOT_WORKER'; readonly params: OfAddress }
  /** The same, of two or more. */
  | { readonly code: 'RECEIVERS_ARE_NOT_WORKER'; readonly params: { readonly addresses: readonly string[] } }
  | { readonly code: 'UNKNOWN_RELEASE_SIGNER'; readonly params: OfAddress }
  | { readonly code: 'RESOLVER_IS_WORKER'; readonly params: OfAddress }
  | { readonly code: 'ACCOUNT_MISSING'; readonly params: OfRole }
  | { readonly code: 'TRUSTLINE_MISSING'; readonly params: OfRole }
  /** By the token's issuer. */
  | { readonly code: 'NOT_AUTHORISED'; readonly params: OfRole }
  /** Of its trustline: `room` is what it can still take, `amount` what it is to get, after fees. */
  | { readonly code: 'LIMIT_TOO_LOW'; readonly params: OfRole & Readonly<Record<'room' | 'amount' | 'token', string>> }
  | { readonly code: 'CONTRACT_MISSING'; readonly params: OfRole }
  | { readonly code: 'FEE_LOOKS_LIKE_FRACTION'; readonly params: { readonly percent: string } }
  /** `before`: in the wallet's last other escrow with this platform. */
  | { readonly code: 'FEE_UNLIKE_BEFORE'; readonly params: Readonly<Record<'percent' | 'before', string>> & OfAddress }
  | { readonly code: 'SEVERAL_SIGNERS'; readonly params: OfAddress }
  /** Another owner's, of the same signer; who that is stays unnamed. */
  | { readonly code: 'SAME_ID_ELSEWHERE'; readonly params: None }
  /** As the stop NAME_HAS_NEW_ADDRESS, where an escrow with this address has settled since. */
  | { readonly code: 'NAME_CHANGED_LATELY'; readonly params: NameChange }
  /** Of an approval, or of several: these milestones have no report. */
  | { readonly code: 'WORK_NOT_REPORTED'; readonly params: { readonly milestones: readonly number[] } }
  /** `address`: of its dispute resolver. */
  | { readonly code: 'ESCROW_IN_DISPUTE'; readonly params: OfAddress }
  /** Of a distribution by the dispute resolver. */
  | { readonly code: 'RESOLVER_PAYS_SELF'; readonly params: OfAddress }
  /** Of an escrow about which the signing wallet has agreed to nothing yet. */
  | { readonly code: 'TERMS_CHANGED_SINCE_DEPLOY'; readonly params: { readonly differences: readonly Difference[] } }
  /** The title, the description or one of a milestone is not the one that the signing wallet last agreed to. */
  | { readonly code: 'TEXTS_CHANGED'; readonly params: None }
  /**
   * Of an escrow about which the signing wallet has agreed to nothing yet, and that its owner did not prepare here
   * themselves: whom the contract names. Rows of earlier versions lack `terms`.
   */
  | {
      readonly code: 'ESCROW_FROM_ELSEWHERE';
      readonly params: {
        readonly receivers: readonly string[];
        readonly releaseSigner: string;
        readonly disputeResolver: string;
        readonly terms?: NewTerms | undefined;
      };
    };

/** What each receiver is to be paid, in their order, before fees. `token`: how the token is called. */
export type NewTerms = Readonly<
  Record<'approver' | 'serviceProvider' | 'platformAddress' | 'feePercent' | 'token', string>
> & { readonly amounts: readonly string[] };

/** What is good to know: one line for all new addresses, and warnings beyond those that are given as such. */
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
  /** The escrow service did not build it, so Countersign did. */
  | { readonly code: 'BUILT_DIRECTLY'; readonly params: None }
  | { readonly code: 'EVIDENCE_IS_LINK'; readonly params: None }
  /** Of an escrow whose terms were neither set nor confirmed here. `rpc`: its host. */
  | { readonly code: 'TERMS_OF_ONE_RPC'; readonly params: { readonly rpc: string } }
  | { readonly code: 'EXTENDING_COSTS'; readonly params: { readonly days: string } }
  /** What an escrow does not do. `address`: of its dispute resolver. */
  | { readonly code: 'ONLY_RESOLVER_MOVES'; readonly params: OfAddress }
  /** `address`: of its platform. */
  | { readonly code: 'PLATFORM_CHANGES_TERMS'; readonly params: OfAddress }
  | { readonly code: 'SERVICE_SHARE'; readonly params: { readonly percent: string } }
  /** `address`: of the service's account, which cannot take its share. */
  | { readonly code: 'SERVICE_CANNOT_BE_PAID'; readonly params: OfAddress }
  | { readonly code: 'PAYEE_IS_SMART_WALLET'; readonly params: OfRole };

/** A fraction as a percentage: "0.05" is 5. */
export function hundredfold(percent: string): string {
  return fromBasisPoints((toBasisPoints(percent) ?? 0) * 100);
}

/** An exceeded limit. Amounts are decimal strings in token units. */
export type LimitBeyond =
  /** ISO 8601, UTC. */
  | { readonly code: 'until'; readonly params: { readonly at: string } }
  | { readonly code: 'tokens'; readonly params: { readonly token: string } }
  | { readonly code: 'counterparties'; readonly params: { readonly address: string } }
  | { readonly code: 'maxAmount'; readonly params: { readonly amount: string; readonly most: string } }
  | {
      readonly code: 'maxPerDay';
      readonly params: { readonly amount: string; readonly spent: string; readonly most: string };
    };

export type Reason =
  | { readonly code: 'FACTORY_NOT_PINNED'; readonly params: { readonly factory: string } }
  | { readonly code: 'CODE_NOT_PINNED'; readonly params: { readonly code: string } }
  | { readonly code: 'CODE_OF_ANOTHER'; readonly params: { readonly owner: string } }
  /** The call names the account that gets the service's share, and that account is not pinned. */
  | { readonly code: 'FEE_ADDRESS_NOT_PINNED'; readonly params: { readonly address: string } }
  | { readonly code: 'OTHER_KIND'; readonly params: { readonly generation: string; readonly release: string } }
  /** `stored`: whether this kind of escrow stores the token's unit multiplier. */
  | { readonly code: 'TOKEN_NOT_ASKED'; readonly params: { readonly token: string; readonly stored: boolean } }
  /** This and the next are only in transactions that earlier versions stored. */
  | { readonly code: 'ONE_AMOUNT_FOR_ALL'; readonly params: None }
  /** `elsewhere`: the other address at which it may stand. */
  | { readonly code: 'ADDRESS_IN_DOUBT'; readonly params: { readonly elsewhere: string } }
  /** An earlier version stored a sentence, which cannot be parsed. */
  | { readonly code: 'KEPT_AS_TEXT'; readonly params: None };

/** Whether the token had reported its decimals, by the reasons why its escrow is only partly verified. */
export function saidItsDecimals(reasons: readonly Reason[], token: string): boolean {
  return !reasons.some(
    ({ code, params }) => code === 'KEPT_AS_TEXT' || (code === 'TOKEN_NOT_ASKED' && params.token === token),
  );
}
