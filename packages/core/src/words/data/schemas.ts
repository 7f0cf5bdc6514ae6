/** Schemas of the reported data. Kept apart from the words, so that those load without zod. */
import * as z from 'zod';
import type { Side } from '../../errors/differences.ts';
import { ROLE_NAMES, STEP_NAMES } from '../../escrow/steps.ts';
import { type NamedAddress, SET_BY } from '../names.ts';
import { PARTY_NAMES } from '../words.ts';
import { type BlockingWarning, type Fact, type Reason, SHARES, TAKING_WAYS, type Warning } from './risk.ts';

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

export const namedAddressSchema = z.strictObject({
  field: z.string(),
  name: z.string(),
  address: z.string(),
  from: z.enum(['address-book', 'address', 'sandbox', 'network']),
  setBy: z.enum(SET_BY).optional(),
  setAt: z.string().optional(),
  before: z.string().optional(),
}) satisfies z.ZodType<NamedAddress>;

export const reasonSchema = z.discriminatedUnion('code', [
  coded('FACTORY_NOT_PINNED', { factory: z.string() }),
  coded('CODE_NOT_PINNED', { code: z.string() }),
  coded('CODE_OF_ANOTHER', { owner: z.string() }),
  coded('FEE_ADDRESS_NOT_PINNED', { address: z.string() }),
  coded('OTHER_KIND', { generation: z.string(), release: z.string() }),
  coded('TOKEN_NOT_ASKED', { token: z.string(), stored: z.boolean() }),
  coded('ONE_AMOUNT_FOR_ALL', {}),
  coded('ADDRESS_IN_DOUBT', { elsewhere: z.string() }),
  coded('KEPT_AS_TEXT', {}),
]) satisfies z.ZodType<Reason>;

const address = { address: z.string() };
const role = { role: z.enum(ROLE_NAMES) };
const affected = { ...role, address: z.string().optional() };
const taking = { way: z.enum(TAKING_WAYS), share: z.enum(SHARES) };
const party = { role: z.enum(PARTY_NAMES) };
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
const withTransactions = { transactions: z.array(z.string()) };

const newTerms = z.strictObject({
  approver: z.string(),
  serviceProvider: z.string(),
  platformAddress: z.string(),
  feePercent: z.string(),
  token: z.string(),
  amounts: z.array(z.string()),
});

export const stopSchema = z.discriminatedUnion('code', [
  coded('ROLE_IS_TOKEN', affected),
  coded('ROLE_IS_ESCROW', affected),
  coded('CAN_TAKE_ALONE', { ...taking, ...address }),
  coded('FEE_ABOVE_STOP', { percent: z.string(), stop: z.string() }),
  coded('PAID_ALREADY', { amount: z.string(), token: z.string(), at: z.iso.datetime() }),
  coded('ANOTHER_ESCROW', contract),
  coded('ANOTHER_VERSION_SETTLED', contract),
  coded('REPLACES_OPENED', { id: z.string(), differences }),
  coded('NOT_COVERED', withTransactions),
  coded('NO_LEDGER_TO_ASK', withTransactions),
  coded('TERMS_CHANGED', { differences, since: z.enum(['agreed', 'settled']).optional() }),
  coded('NAME_HAS_NEW_ADDRESS', nameChange),
  coded('ESCROW_FINISHED', {}),
  coded('PAYS_STRANGER', { addresses: z.array(z.string()) }),
  coded('NAMES_STRANGER', { parties: z.array(z.strictObject({ ...role, ...address })) }),
  coded('LEAVES_MONEY', {
    ...{ shared: z.string(), of: z.string(), rest: z.string(), spare: z.string(), token: z.string() },
    ...{ milestones: z.array(z.number()), ...address },
  }),
  coded('REPORT_CHANGED', { milestone: z.number() }),
  coded('ROLE_IS_CONTRACT', affected),
  coded('WITHDRAWN_ALREADY', { amount: z.string(), token: z.string(), at: z.iso.datetime() }),
  coded('MORE_THAN_NEEDED', { held: z.string(), needed: z.string(), over: z.string(), token: z.string() }),
  coded('LOOKS_LIKE_KNOWN', { ...address, looksLike: z.string(), start: z.number(), end: z.number() }),
  coded('CROSS_CHAIN_RECEIVER', { domain: z.number(), recipient: z.string() }),
  coded('PAYEE_IS_FACTORY', affected),
  coded('PAYEE_IS_ISSUER', affected),
  coded('PAYEE_IS_NOT_WALLET', affected),
  coded('PAYEE_NEEDS_MEMO', affected),
  coded('SIGNED_SINCE_BACKUP', { account: z.string(), at: z.iso.datetime(), count: z.string().optional() }),
]) satisfies z.ZodType<BlockingWarning>;

export const warningSchema = z.discriminatedUnion('code', [
  coded('ADDRESS_CHANGED', { before: z.string(), now: z.string() }),
  coded('LEDGER_NOT_ASKED', {}),
  coded('RECEIVER_IS_NOT_WORKER', address),
  coded('RECEIVERS_ARE_NOT_WORKER', { addresses: z.array(z.string()) }),
  coded('UNKNOWN_RELEASE_SIGNER', address),
  coded('RESOLVER_IS_WORKER', address),
  coded('ACCOUNT_MISSING', { ...address, ...party }),
  coded('TRUSTLINE_MISSING', { ...address, ...party }),
  coded('NOT_AUTHORISED', { ...address, ...party }),
  coded('LIMIT_TOO_LOW', { ...address, ...party, room: z.string(), amount: z.string(), token: z.string() }),
  coded('CONTRACT_MISSING', { ...address, ...party }),
  coded('FEE_LOOKS_LIKE_FRACTION', { percent: z.string() }),
  coded('FEE_UNLIKE_BEFORE', { percent: z.string(), before: z.string(), ...address }),
  coded('KNOWN_CAN_TAKE_ALONE', { ...taking, ...address }),
  coded('SEVERAL_SIGNERS', address),
  coded('SAME_ID_ELSEWHERE', {}),
  coded('NAME_CHANGED_LATELY', nameChange),
  coded('WORK_NOT_REPORTED', { milestones: z.array(z.number()) }),
  coded('ESCROW_IN_DISPUTE', address),
  coded('RESOLVER_PAYS_SELF', address),
  coded('CAN_TAKE_TOGETHER', {
    ...taking,
    parties: z.array(z.strictObject(address)),
    resolver: z.strictObject(address).optional(),
    mover: z.strictObject(address).optional(),
  }),
  coded('ESCROW_FROM_ELSEWHERE', {
    receivers: z.array(z.string()),
    releaseSigner: z.string(),
    disputeResolver: z.string(),
    terms: newTerms.optional(),
  }),
  coded('TERMS_CHANGED_SINCE_DEPLOY', { differences }),
  coded('TEXTS_CHANGED', {}),
]) satisfies z.ZodType<Warning>;

export const factSchema = z.discriminatedUnion('code', [
  ...warningSchema.options,
  coded('FIRST_TIME_ADDRESSES', { addresses: z.array(z.string()) }),
  coded('FIRST_TIME_NAMES', { names: z.array(z.string()) }),
  coded('ONE_OF_SEVERAL', {
    others: z.array(z.strictObject({ action: z.enum(ACTED), title: z.string().optional() })),
    more: z.number().optional(),
  }),
  coded('AFTER_PAYMENT', { title: z.string(), held: z.string(), needed: z.string(), token: z.string() }),
  coded('PAID_AT_ONCE', {}),
  coded('BUILT_DIRECTLY', {}),
  coded('EVIDENCE_IS_LINK', {}),
  coded('TERMS_OF_ONE_RPC', { rpc: z.string() }),
  coded('EXTENDING_COSTS', { days: z.string() }),
  coded('ONLY_RESOLVER_MOVES', address),
  coded('PLATFORM_CHANGES_TERMS', address),
  coded('SERVICE_SHARE', { percent: z.string() }),
  coded('SERVICE_CANNOT_BE_PAID', address),
  coded('PAYEE_IS_SMART_WALLET', { ...address, ...party }),
]) satisfies z.ZodType<Fact>;

function coded<const Code extends (BlockingWarning | Fact | Reason)['code'], Params extends z.core.$ZodLooseShape>(
  code: Code,
  params: Params,
) {
  return z.strictObject({ code: z.literal(code), params: z.strictObject(params) });
}
