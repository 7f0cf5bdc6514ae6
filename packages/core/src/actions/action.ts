/** The interface of each action on an escrow. Pure: only the desk knows who builds and sends its transactions. */
import type * as z from 'zod';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { DeployInput, DeployRequest, StepName } from '../escrow/index.ts';
import type { Network } from '../escrow/network.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import type { Reason } from '../words/data/risk.ts';
import type { SummaryWords } from '../words/language.ts';
import type { Check, CheckPolicy, Unreadable } from './check.ts';
import type { ReadFunding } from './fund/call.ts';
import type { FundInput, FundRequest } from './fund/request.ts';
import type { StepInput, StepRequests } from './registry.ts';
import type { ReadStep } from './steps/step-call.ts';
import type { FundingSummary, StepSummary, Summary, TrustSummary } from './summary-schema.ts';
import type { TrustInput, TrustRequest } from './trust/request.ts';
import type { ReadTrust } from './trust/transaction.ts';

/** The types of each action: its request as written and as parsed, the call that its transaction makes, its summary. */
export type ActionTypes = {
  readonly deploy: {
    readonly input: DeployInput;
    readonly request: DeployRequest;
    readonly call: ReadDeploy;
    readonly summary: Summary;
  };
  readonly fund: {
    readonly input: FundInput;
    readonly request: FundRequest;
    readonly call: ReadFunding;
    readonly summary: FundingSummary;
  };
  readonly trust: {
    readonly input: TrustInput;
    readonly request: TrustRequest;
    readonly call: ReadTrust;
    readonly summary: TrustSummary;
  };
} & {
  readonly [Name in StepName]: {
    readonly input: StepInput;
    readonly request: StepRequests[Name];
    readonly call: ReadStep;
    readonly summary: StepSummary;
  };
};

export type ActionName = keyof ActionTypes;
export type RequestOf<Name extends ActionName> = ActionTypes[Name]['request'];
export type CallOf<Name extends ActionName> = ActionTypes[Name]['call'];
export type SummaryOf<Name extends ActionName> = ActionTypes[Name]['summary'];

export type Action<Name extends ActionName = ActionName> = {
  readonly name: Name;
  /** Of its parsed request; the address fields are those in `ADDRESSES`. */
  readonly schema: z.ZodObject;
  /** @throws CountersignError INPUT_INVALID with every problem of the input */
  parse(input: unknown, network: Network): RequestOf<Name>;
  /** Equal for two requests of one signer exactly where they ask for the same, however they were written. */
  identity(request: RequestOf<Name>, network: Network): Uint8Array;
  /** The call that a transaction makes, or why it cannot be read as this action. */
  read(read: ReadTransaction, network: Network): CallOf<Name> | Unreadable;
  /** Compares the transaction that was built with the request. Nothing that its builder reports is trusted. */
  check(read: ReadTransaction, request: RequestOf<Name>, policy: CheckPolicy): Check<CallOf<Name>>;
  /** Whether the contracts that it calls are the ones that the settings pin. */
  isPinned(call: CallOf<Name>, network: Network): boolean;
  /** As a person should see it; everything in it is read from the transaction. @param words of the reader's language; default: English */
  summarise(
    read: ReadTransaction,
    call: CallOf<Name>,
    request: RequestOf<Name>,
    network: Network,
    reasons: readonly Reason[],
    words?: SummaryWords,
  ): SummaryOf<Name>;
};
