/** Ends an escrow together: the plan by what the ledger has now, and its next transaction for its signer. */
import * as z from 'zod';
import { type EndingPart, endingOf, endingPlan, onlyPayer, type Payer, payersIn } from '../../actions/steps/ending.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import { fieldProblem, toCountersignError } from '../../errors/errors.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { contractSchema, partySchema, signerSchema } from '../../escrow/request.ts';
import type { StepName } from '../../escrow/steps.ts';
import { givenFields, omitUndefined } from '../../text/fields.ts';
import type { EndingPlan } from '../../words/data/ending.ts';
import type { NamedAddress } from '../../words/names.ts';
import type { RunningContext } from '../context.ts';
import { personIn } from '../model/person.ts';
import type { Prepared } from '../model/results.ts';
import { END_FIELDS, withNames } from '../people/names.ts';
import { namesAmong, readerOf } from '../people/names-shown.ts';
import { deployAt, seenDeploysAt } from '../people/seen-deploys.ts';
import { shownLine } from '../read/escrow-terms.ts';
import { fundedEscrow } from '../read/funded-escrow.ts';
import { escrowOfPrepared, invalid, readFields } from './complete-request.ts';
import type { PreparedFor } from './gather.ts';
import { prepare } from './prepare.ts';

type Ended = {
  readonly contractId: string;
  /** Absent where it is not on the ledger. */
  readonly title?: string;
  readonly plan: EndingPlan;
  /** Where the others who sign a part of it see the escrow, as a sentence; absent where other machines do not reach it. */
  readonly seenAt?: string;
  /** Of the people in the plan, as far as the caller knows them. */
  readonly names: readonly NamedAddress[];
  /** The addresses that are the caller's own, and the one for whom they ask. */
  readonly own: readonly string[];
  /** The next transaction, for the person who can sign it; absent where several can, and it is not known who of them asks. */
  readonly prepared?: Prepared<StepName>;
};

const endSchema = z.strictObject({
  escrow: contractSchema,
  signer: signerSchema.optional(),
  refundTo: partySchema.optional(),
});

/** `isForCallerAlone`: nothing is prepared that another person signs, as on a page that strangers may open. */
type EndOptions = PreparedFor & { readonly isPlanOnly?: boolean; readonly isForCallerAlone?: boolean };

/**
 * Nothing of it is kept: each transaction is an ordinary step, and the same call prepares the next one after it settled.
 * @throws CountersignError INPUT_INVALID, SERVICE_UNREACHABLE, RPCS_DISAGREE, and those of `prepare`
 */
export async function endTogether(
  context: RunningContext,
  input: unknown,
  { isPlanOnly = false, isForCallerAlone = false, ...preparedFor }: EndOptions = {},
): Promise<Ended> {
  const { network, policy } = context;
  const fields = givenFields(await escrowOfPrepared(context, input));
  const parse = (named: unknown) => parseInput(endSchema, named);
  const { result: parsed } = await withNames(
    context,
    preparedFor.owner ?? personIn(context),
    fields,
    END_FIELDS,
    parse,
  );
  const { escrow: contractId, refundTo } = parsed;
  const found = await fundedEscrow(context, contractId, context.call()).catch((error: unknown) => {
    if (toCountersignError(error).code !== 'NOT_SIGNED_YET') throw error;
  });
  if (found === undefined) return { contractId, plan: NOT_SIGNED, names: [], own: [] };
  const state = escrowStateOf(readFields(context, found), network);
  if (state === undefined) throw invalid(fieldProblem('escrow', 'STEPS_UNKNOWN'));
  const isToReturn = endingOf(state).now === 'to-return';
  const paid = isToReturn && refundTo === undefined ? await whoPaid(context, contractId, found) : undefined;
  const payers = refundTo === undefined ? paid : onlyPayer(refundTo);
  const ending = endingOf(state, payers);
  const plan = endingPlan(state, ending, refundTo === undefined ? (paid ? 'history' : 'unknown') : 'named');
  const { own } = await readerOf(context);
  const view = {
    contractId,
    title: shownLine(state.escrow.title),
    plan,
    ...(context.escrowUrl === undefined ? {} : { seenAt: context.words.pageForAllText(context.escrowUrl(contractId)) }),
    names: await namesAmong(context, peopleIn(plan)),
    own: parsed.signer === undefined ? own : [...own, parsed.signer],
  };
  const next = plan.next && ending.parts.find(({ isDone }) => !isDone);
  // Without another wallet in the request, the person who prepared the escrow acts as its signer.
  const caller = parsed.signer ?? policy.defaultSigner ?? (await deployAt(context, contractId))?.request.signer;
  const signer = next && signerOf(next, caller);
  const isTheirs = signer !== undefined && (signer === caller || !isForCallerAlone);
  const mayPrepare = isTheirs && !isPlanOnly && !policy.readOnly;
  if (next === undefined || !mayPrepare || (next.act !== 'dispute' && next.distributions === undefined)) return view;
  const { act, milestone, distributions } = next;
  const request = omitUndefined({
    escrow: contractId,
    // As they were written, so that names are kept with the step.
    signer: signer === parsed.signer ? fields['signer'] : signer,
    milestone,
    distributions: distributions?.map(({ address, amount }) => ({
      address: address === refundTo ? fields['refundTo'] : address,
      amount,
    })),
  });
  return { ...view, prepared: (await prepare(context, act, request, preparedFor)) as Prepared<StepName> };
}

/** @param caller the wallet that asks; of several others, the first can sign for it */
function signerOf({ signers }: EndingPart, caller: string | undefined): string | undefined {
  const [first, ...others] = signers.map(({ address }) => address);
  if (caller !== undefined && others.includes(caller)) return caller;
  return caller === undefined && others.length > 0 ? undefined : first;
}

const NOT_SIGNED: EndingPlan = {
  stays: '0',
  ...{ now: 'not-signed', unit: '', done: 0, of: 0, stages: [], pays: [], payers: 'later' },
  ...{ approver: '', platform: '', released: [], because: [] },
};

/** Each address of a plan once, by the field that it has in a request. */
function peopleIn({ stages, pays, approver, platform }: EndingPlan): readonly (readonly [string, string])[] {
  const fields = [
    ...stages.flatMap(({ signers }) => signers.map(({ role, address }) => [address, `roles.${role}`] as const)),
    ...pays.map(({ to }, at) => [to, `distributions[${at}].address`] as const),
    [approver, 'roles.approver'] as const,
    [platform, 'roles.platformAddress'] as const,
  ];
  const known = new Map(fields.toReversed());
  return [...known].flatMap(([address, field]) => (address === undefined ? [] : [[field, address] as const]));
}

/** A decision pays this many at most. */
const MOST_PAYERS = 50;

/** By every payment in the RPC's history; undefined where those do not explain all that it holds. */
async function whoPaid(
  context: RunningContext,
  escrow: string,
  { token, held }: { readonly token: string; readonly held?: bigint },
): Promise<readonly Payer[] | undefined> {
  const { ledger } = context;
  const { signal } = context.call();
  const history = await ledger?.historyOf(signal);
  if (ledger === undefined || history === undefined) return undefined;
  const deploys = await seenDeploysAt(context, escrow);
  const begun = deploys.flatMap(({ prepared }) =>
    prepared.transactions.flatMap(({ offeredLedger }) => offeredLedger ?? []),
  );
  const fromLedger = Math.max(begun.length === 0 ? 0 : Math.min(...begun), history.oldestLedger);
  const from = Math.min(fromLedger, history.latestLedger);
  const [paidIn, paidOut] = await Promise.all([
    ledger.transfersTo({ token, to: escrow }, from, signal),
    ledger.transfersFrom({ token, from: escrow }, from, signal),
  ]);
  if (paidIn === undefined || paidOut === undefined || sumOf(paidIn) - sumOf(paidOut) !== held) return undefined;
  const payers = payersIn(escrow, paidIn);
  return payers.length === 0 || payers.length > MOST_PAYERS ? undefined : payers;
}

const sumOf = (transfers: readonly { readonly amount: bigint }[]): bigint =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n);
