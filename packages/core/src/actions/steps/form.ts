/** How a step is asked for: the fields of its request, and the call of a service that builds it. */
import type * as z from 'zod';
import type { FieldProblem } from '../../errors/errors.ts';
import type { Asset, Release } from '../../escrow/network.ts';
import type { RoleName, StepName } from '../../escrow/steps.ts';
import type { PlainValues } from '../../kinds/escrow-kind.ts';
import type { EscrowState } from './escrow-state.ts';
import type { StepRequest } from './request.ts';
import type { Share } from './values.ts';

/** Apart from the step's rules, which run on the signing page as well: the page asks for no step. */
export type StepForm<Request extends StepRequest = StepRequest> = {
  fields(): z.ZodRawShape;
  /** For a model: what the step does and who takes it, in one sentence without its full stop. */
  readonly phrase: string;
  /** For a model: the plain fields that no other step has, apart from the milestone. */
  asks?(): z.ZodRawShape;
  /** One request may name several milestones, which are taken one after the other. */
  readonly several?: true;
  /** Problems that only the escrow shows. */
  problems?(request: Request, state: EscrowState): readonly FieldProblem[];
  readonly service: ServiceCall;
  /** What its order has besides the milestone and the shares. */
  ordered?(request: Request, state: EscrowState): OrderFields;
};

/** What v1 is asked for, and the sandbox's own service in either dialect: wire names. */
export type ServiceCall = {
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT';
  /** Two where a multi release's is about one milestone; a single release then names none. */
  readonly path: string | Readonly<Record<Release, string>>;
  /** Each field's name and meaning, in the order of the wire. */
  readonly body: Readonly<Record<string, keyof OrderFields | 'signer' | 'amount'>>;
  /** The only release for which v1 has it. */
  readonly onlyInV1?: Release;
};

/** Amounts in token units, canonical; a milestone's index from 0. */
export type OrderFields = Omit<PlainValues, 'signer' | 'feeAddress'> & {
  readonly evidence?: string | undefined;
  readonly distributions?: readonly Share[];
  readonly terms?: StepTerms;
};

export type StepOrder = OrderFields & {
  readonly act: StepName;
  /** C… */
  readonly escrow: string;
  readonly signer: string;
  readonly release: Release;
};

/** The whole escrow after the update. */
export type StepTerms = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  /** Percent, canonical. */
  readonly platformFee: string;
  /** The receiver is absent where each milestone names its own. */
  readonly roles: Readonly<Partial<Record<RoleName, string>>>;
  /** The one amount of a single release. */
  readonly amount?: string;
  readonly milestones: readonly {
    readonly description: string;
    readonly amount?: string;
    readonly receiver?: string;
    readonly status: string;
    readonly evidence: string;
    readonly flags: Readonly<Partial<Record<'approved' | 'disputed' | 'released' | 'resolved', boolean>>>;
  }[];
  /** The token's contract, C…, and its asset if the ledger has it. */
  readonly token: string;
  readonly asset?: Asset;
  readonly receiverMemo?: string;
};
