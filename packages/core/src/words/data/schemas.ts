/** Schemas of the reported data. Kept apart from the words, so that those load without zod. */
import * as z from 'zod';
import type { Side } from '../../errors/differences.ts';
import { ROLE_NAMES, STEP_NAMES } from '../../escrow/steps.ts';
import { PARTY_NAMES, TAKING_WAYS } from '../words.ts';

/** What a schema describes, for those who only read it. */
export type DataOf<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;
type ReadonlyDeep<T> = { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> };

/** In the order of reporting, where one poll shows several. */
export const CHANGE_KINDS = [
  'deployed',
  'restored',
  'updated',
  'funded',
  'status',
  'approved',
  'disputed',
  'released',
  'resolved',
  'withdrawn',
  'archived',
] as const;

const changeSchema = z.strictObject({
  escrow: z.string(),
  ledger: z.number().describe('In which it happened, if known'),
  kind: z.enum(CHANGE_KINDS),
  milestone: z.number().optional().describe('Counted from 1'),
  amount: z.string().optional().describe('released: what the receiver got, after fees'),
  token: z.string().optional().describe('Code of a known token, else its address'),
  to: z.string().optional(),
  by: z.string().optional().describe('funded: who paid it in, where one account did'),
  payees: z.array(z.string()).optional().describe('resolved, withdrawn: who was paid, apart from fees'),
  before: z.string().optional().describe('The provider’s status before'),
  after: z.string().optional().describe('The status now'),
  evidence: z.string().optional(),
});
export type EscrowChange = z.output<typeof changeSchema>;

/** `command`: without a terminal, as by a program; or by an earlier version, which did not note it. */
const SET_BY = ['terminal', 'page', 'command'] as const;

export const namedAddressSchema = z.strictObject({
  /** The request's field: `roles.receiver`. */
  field: z.string(),
  /** As it was written when it was set. */
  name: z.string(),
  address: z.string(),
  /**
   * `address-book`: the name was given, and its owner's address book had the address. `address`: the address itself was
   * given, and the address book knows it. `sandbox`: a demo account. `network`: a known token.
   */
  from: z.enum(['address-book', 'address', 'sandbox', 'network']),
  /** For an address book: how and when (ISO 8601, UTC) the name was set, and its previous address. */
  setBy: z.enum(SET_BY).optional(),
  setAt: z.string().optional(),
  before: z.string().optional(),
});

/** Why a transaction is only partly verified. */
export const reasonSchema = z.discriminatedUnion('code', [
  coded('FACTORY_NOT_PINNED', { factory: z.string() }),
  coded('CODE_NOT_PINNED', { code: z.string() }),
  coded('CODE_OF_ANOTHER', { owner: z.string() }),
  // The call names the account that gets the service's share, and that account is not pinned.
  coded('FEE_ADDRESS_NOT_PINNED', { address: z.string() }),
  coded('OTHER_KIND', { generation: z.string(), release: z.string() }),
  // `stored`: whether this kind of escrow stores the token's unit multiplier.
  coded('TOKEN_NOT_ASKED', { token: z.string(), stored: z.boolean() }),
  // This and the next are only in transactions that earlier versions stored.
  coded('ONE_AMOUNT_FOR_ALL', {}),
  // `elsewhere`: the other address at which it may stand.
  coded('ADDRESS_IN_DOUBT', { elsewhere: z.string() }),
  // An earlier version stored a sentence, which cannot be parsed.
  coded('KEPT_AS_TEXT', {}),
]);

const address = { address: z.string() };
const addresses = { addresses: z.array(z.string()) };
const role = { role: z.enum(ROLE_NAMES) };
/** `address`: where the escrow has several receivers, which one. */
const affected = { ...role, address: z.string().optional() };
const taking = { way: z.enum(TAKING_WAYS), share: z.enum(['all', 'part']) };
const ofPayee = { ...address, role: z.enum(PARTY_NAMES) };
const contract = { contractId: z.string() };
const side = z.union([
  z.string(),
  z.strictObject({ code: z.string(), params: z.record(z.string(), z.unknown()) }),
]) as unknown as z.ZodType<Side>;
const differences = z.array(z.strictObject({ field: z.string(), asked: side, found: side }));
const nameChange = {
  name: z.string(),
  before: z.string(),
  now: z.string(),
  at: z.iso.datetime(),
  by: z.enum(SET_BY),
};
const ACTED = ['deploy', 'fund', 'trust', ...STEP_NAMES] as const;
/** Hashes of earlier ones that may have settled, or may still do so. */
const withTransactions = { transactions: z.array(z.string()) };

/** `amounts`: what each receiver is to be paid, in their order, before fees. `token`: how the token is called. */
const newTerms = z.strictObject({
  approver: z.string(),
  serviceProvider: z.string(),
  platformAddress: z.string(),
  feePercent: z.string(),
  token: z.string(),
  amounts: z.array(z.string()),
});

/** What a person must confirm before anything to sign is handed out. `token`: how the token is called. */
export const stopSchema = z.discriminatedUnion('code', [
  coded('ROLE_IS_TOKEN', affected),
  coded('ROLE_IS_ESCROW', affected),
  // Somebody whom the signing wallet does not know for such a sum.
  coded('CAN_TAKE_ALONE', { ...taking, ...address }),
  coded('FEE_ABOVE_STOP', { percent: z.string(), stop: z.string() }),
  coded('PAID_ALREADY', { amount: z.string(), token: z.string(), at: z.iso.datetime() }),
  coded('ANOTHER_ESCROW', contract),
  // The same signer and engagement id, with different terms.
  coded('ANOTHER_VERSION_SETTLED', contract),
  // `id`: the request of that version. `found`: what it says; in texts, a stranger's words.
  coded('REPLACES_OPENED', { id: z.string(), differences }),
  // The ledger's history no longer reaches back to an earlier transaction.
  coded('NOT_COVERED', withTransactions),
  coded('NO_LEDGER_TO_ASK', withTransactions),
  // They are not those that the signing wallet `agreed` to last, or not those that `settled` here last. Never texts:
  // `asked` as known here, `found` as the RPC reports it. Rows of earlier versions lack `since`.
  coded('TERMS_CHANGED', { differences, since: z.enum(['agreed', 'settled']).optional() }),
  // A name in the address book had a different address until lately, and the present one was never used.
  coded('NAME_HAS_NEW_ADDRESS', nameChange),
  // For a payment: all of the escrow was paid out or resolved.
  coded('ESCROW_FINISHED', {}),
  // For a distribution: addresses that have no role in the escrow.
  coded('PAYS_STRANGER', addresses),
  // For an update: addresses that would newly be paid, or move the money.
  coded('NAMES_STRANGER', { parties: z.array(z.strictObject({ ...role, ...address })) }),
  // Of a decision or a withdrawal: of the money that is there for it, how much it shares out, and how much it leaves in
  // the escrow. `spare`: what no milestone needs of that; `milestones` are the others that are yet to be paid out.
  // `address`: of the dispute resolver.
  coded('LEAVES_MONEY', {
    ...{ shared: z.string(), of: z.string(), rest: z.string(), spare: z.string(), token: z.string() },
    ...{ milestones: z.array(z.number()), ...address },
  }),
  // Of one of several milestones: its report is not the one that was shown when all of them were requested.
  coded('REPORT_CHANGED', { milestone: z.number() }),
  coded('ROLE_IS_CONTRACT', affected),
  // As PAID_ALREADY, for a withdrawal of the rest.
  coded('WITHDRAWN_ALREADY', { amount: z.string(), token: z.string(), at: z.iso.datetime() }),
  // Of a payment. `needed`: what the escrow has yet to pay out.
  coded('MORE_THAN_NEEDED', { held: z.string(), needed: z.string(), over: z.string(), token: z.string() }),
  coded('LOOKS_LIKE_KNOWN', { ...address, looksLike: z.string(), start: z.number(), end: z.number() }),
  // No one asked for it: the receiver's share would leave Stellar. `recipient`: 32 bytes in hex.
  coded('CROSS_CHAIN_RECEIVER', { domain: z.number(), recipient: z.string() }),
  // The payee is the escrows' factory: a payment to it is lost.
  coded('PAYEE_IS_FACTORY', affected),
  // A payment to the token's issuer destroys it.
  coded('PAYEE_IS_ISSUER', affected),
  // A contract whose code can agree to nothing.
  coded('PAYEE_IS_NOT_WALLET', affected),
  // An exchange's account, which wants a memo with each payment.
  coded('PAYEE_NEEDS_MEMO', affected),
  // The store was restored from a backup of this time. `count`: how many; absent where that is unknown.
  coded('SIGNED_SINCE_BACKUP', { account: z.string(), at: z.iso.datetime(), count: z.string().optional() }),
]);

/**
 * What a person should look at twice before signing. Nothing of it stops anything. “Signer”, “worker” and “platform” are
 * the transaction's signer, the service provider and the platform's address.
 */
export const warningSchema = z.discriminatedUnion('code', [
  coded('ADDRESS_CHANGED', { before: z.string(), now: z.string() }),
  // Of a deploy, whose payees and signing account were therefore not checked.
  coded('LEDGER_NOT_ASKED', {}),
  coded('RECEIVER_IS_NOT_WORKER', address),
  // The same, of two or more.
  coded('RECEIVERS_ARE_NOT_WORKER', addresses),
  coded('UNKNOWN_RELEASE_SIGNER', address),
  coded('RESOLVER_IS_WORKER', address),
  coded('ACCOUNT_MISSING', ofPayee),
  coded('TRUSTLINE_MISSING', ofPayee),
  // By the token's issuer.
  coded('NOT_AUTHORISED', ofPayee),
  // Of its trustline: `room` is what it can still take, `amount` what it is to get, after fees.
  coded('LIMIT_TOO_LOW', { ...ofPayee, room: z.string(), amount: z.string(), token: z.string() }),
  coded('CONTRACT_MISSING', ofPayee),
  coded('FEE_LOOKS_LIKE_FRACTION', { percent: z.string() }),
  // `before`: in the wallet's last other escrow with this platform.
  coded('FEE_UNLIKE_BEFORE', { percent: z.string(), before: z.string(), ...address }),
  // As the stop CAN_TAKE_ALONE, of somebody whom the signing wallet knows for such a sum, or whom its person confirmed.
  coded('KNOWN_CAN_TAKE_ALONE', { ...taking, ...address }),
  coded('SEVERAL_SIGNERS', address),
  // Another owner's, of the same signer; who that is stays unnamed.
  coded('SAME_ID_ELSEWHERE', {}),
  // As the stop NAME_HAS_NEW_ADDRESS, where an escrow with this address has settled since.
  coded('NAME_CHANGED_LATELY', nameChange),
  // Of an approval, or of several: these milestones have no report.
  coded('WORK_NOT_REPORTED', { milestones: z.array(z.number()) }),
  // `address`: of its dispute resolver.
  coded('ESCROW_IN_DISPUTE', address),
  // Of a distribution by the dispute resolver.
  coded('RESOLVER_PAYS_SELF', address),
  // As a warning, of strangers to the signing wallet; as a fact, also of others. For a dispute `parties` are the parties
  // that could open it. With a `mover`, who approves and pays out, they are receivers, any of whom could do it with them.
  coded('CAN_TAKE_TOGETHER', {
    ...taking,
    parties: z.array(z.strictObject(address)),
    resolver: z.strictObject(address).optional(),
    mover: z.strictObject(address).optional(),
  }),
  // Of an escrow about which the signing wallet has agreed to nothing yet, and that its owner did not prepare here
  // themselves: whom the contract names. Rows of earlier versions lack `terms`.
  coded('ESCROW_FROM_ELSEWHERE', {
    receivers: z.array(z.string()),
    releaseSigner: z.string(),
    disputeResolver: z.string(),
    terms: newTerms.optional(),
  }),
  // Of an escrow about which the signing wallet has agreed to nothing yet.
  coded('TERMS_CHANGED_SINCE_DEPLOY', { differences }),
  // The title, the description or one of a milestone is not the one that the signing wallet last agreed to.
  coded('TEXTS_CHANGED', {}),
]);

/** What is good to know: one line for all new addresses, and warnings beyond those that are given as such. */
export const factSchema = z.discriminatedUnion('code', [
  ...warningSchema.options,
  coded('FIRST_TIME_ADDRESSES', addresses),
  // From the address book.
  coded('FIRST_TIME_NAMES', { names: z.array(z.string()) }),
  // They have the same account and sequence number, and wait for a signature too. `others`: the newest. `title`: a
  // stranger's text. `more`: how many others there are, more than two.
  coded('ONE_OF_SEVERAL', {
    others: z.array(z.strictObject({ action: z.enum(ACTED), title: z.string().optional() })),
    more: z.number().optional(),
  }),
  // `title`: a stranger's text.
  coded('AFTER_PAYMENT', { title: z.string(), held: z.string(), needed: z.string(), token: z.string() }),
  // Of a single release with several milestones.
  coded('PAID_AT_ONCE', {}),
  // The escrow service did not build it, so Countersign did.
  coded('BUILT_DIRECTLY', {}),
  coded('EVIDENCE_IS_LINK', {}),
  // Of an escrow whose terms were neither set nor confirmed here. `rpc`: its host.
  coded('TERMS_OF_ONE_RPC', { rpc: z.string() }),
  coded('EXTENDING_COSTS', { days: z.string() }),
  // What an escrow does not do. `address`: of its dispute resolver.
  coded('ONLY_RESOLVER_MOVES', address),
  // `address`: of its platform.
  coded('PLATFORM_CHANGES_TERMS', address),
  coded('SERVICE_SHARE', { percent: z.string() }),
  // `address`: of the service's account, which cannot take its share.
  coded('SERVICE_CANNOT_BE_PAID', address),
  coded('PAYEE_IS_SMART_WALLET', ofPayee),
]);

function coded<const Code extends string, Params extends z.core.$ZodLooseShape>(code: Code, params: Params) {
  return z.strictObject({ code: z.literal(code), params: z.strictObject(params) });
}
