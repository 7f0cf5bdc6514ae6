/** Built here and sent by Stellar RPC, with resources and fee from a simulation; compared like any other. */
import { createHmac } from 'node:crypto';
import type { xdr } from '@stellar/stellar-sdk/base';
import type { ActionName } from '../../actions/action.ts';
import { fundingCall } from '../../actions/fund/call.ts';
import type { FundRequest } from '../../actions/fund/request.ts';
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { stepCall } from '../../actions/steps/step-call.ts';
import { CountersignError, type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { knownToken, type Network, pinsOf, type Release } from '../../escrow/network.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { errorName } from '../../kinds/error-names.ts';
import { escrowOfKind, escrowOnChain, kindOfRequest } from '../../kinds/escrow-of-request.ts';
import { deployInvocation } from '../../kinds/read-deploy.ts';
import type { Built, Ledger } from '../../ledger/ledger.ts';
import { type BuildOptions, type Carrier, type Carriers, LIFE_SECONDS } from '../model/carrier.ts';
import { accountMissing, noAnswer, sendByRpc } from './rpc-sending.ts';
import { trustCarrier } from './trust-carrier.ts';

type DirectParts = {
  readonly ledger: Ledger;
  readonly network: Network;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** 32 secret bytes in hex that stay the same. */
  readonly secret: () => Promise<string>;
};

export function directCarriers(parts: DirectParts): Required<Carriers> {
  const { ledger, network, now } = parts;
  const carrier = <Name extends ActionName>(build: Carrier<Name>['build']): Carrier<Name> => ({
    builder: () => 'rpc',
    build,
    send: (signedXdr, options) => sendByRpc(ledger, signedXdr, options),
  });
  const steps = STEP_NAMES.map((name) => [
    name,
    carrier<StepName>((request, options) => buildStep(parts, name, request, options)),
  ]);
  return {
    deploy: carrier((request, options) => buildDeploy(parts, request, options)),
    fund: carrier(async (request, { signal }) => {
      const call = fundingCall(request, network);
      return await builtCall(parts, request.signer, call, signal, refusedPayment(request, network));
    }),
    trust: trustCarrier(ledger, network, now),
    ...(Object.fromEntries(steps) as { readonly [Name in StepName]: Carrier<Name> }),
  };
}

async function buildDeploy(
  parts: DirectParts,
  request: DeployRequest,
  { round = 0, signal }: BuildOptions,
): Promise<string> {
  const { network } = parts;
  const kind = kindOfRequest(request);
  const { factory, wasmHash } = pinsOf(network, kind.release);
  if (factory === undefined || wasmHash === undefined) throw notPinned(network, kind.release);
  const { signer } = request;
  const escrow = kind.encode(escrowOfKind(kind, escrowOnChain(request, network)));
  const call = deployInvocation(kind, {
    ...{ factory, deployer: signer, wasmHash: Buffer.from(wasmHash, 'hex'), escrow },
    salt: saltOf(await parts.secret(), network, request, escrow, round),
  });
  return await builtCall(parts, signer, call, signal, ({ detail, isOccupied }) =>
    isOccupied === true ? new CountersignError('ALREADY_ON_LEDGER') : new CountersignError('TRIAL_REFUSED', { detail }),
  );
}

/**
 * The same for the same escrow of the same signer, so that it keeps its address however often it is built, and the
 * ledger refuses it the second time. Secret, since anyone who knew it beforehand could occupy the address.
 * @param round how many equal ones the person confirmed before
 */
function saltOf(secret: string, network: Network, { signer }: DeployRequest, escrow: xdr.ScVal, round: number): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(`${network.passphrase}\n${signer}\n${round}\n`)
    .update(escrow.toXdr())
    .digest();
}

const notPinned = ({ name }: Network, release: Release): CountersignError =>
  new CountersignError('INPUT_INVALID', {
    message: `No ${release}-release escrow can be made on ${name} here: its factory contract and code are not pinned.`,
    remedy: 'Ask the person who runs Countersign to pin them.',
    operatorRemedy: 'Verify factory and code with the service’s owner, then pin both; the doctor names the settings.',
  });

async function buildStep(
  parts: DirectParts,
  name: StepName,
  request: StepRequest,
  { network: asking, signal }: BuildOptions,
): Promise<string> {
  const state = escrowStateOf(request, (await asking) ?? parts.network);
  const call = state && stepCall(stepOf(name), state, request);
  if (call === undefined) throw feeAddressUnknown(parts.network);
  return await builtCall(parts, request.signer, call, signal, refusedStep(request.code));
}

export const feeAddressUnknown = (network: Network): CountersignError =>
  new CountersignError('INPUT_INVALID', {
    message: `Who gets the service’s fee on ${network.name} is not known here, so this call cannot be built.`,
    remedy: 'Ask the person who runs Countersign to set the service’s fee address.',
    operatorRemedy: 'Set feeAddress in ESCROW_PINS, as the service’s owner says it.',
  });

type WouldFail = Extract<Built, { kind: 'would-fail' }>;

/** @param wouldFail what a failed simulation means for this action */
async function builtCall(
  { ledger, network, now }: DirectParts,
  signer: string,
  call: xdr.InvokeContractArgs,
  signal: BuildOptions['signal'],
  wouldFail: (refusal: WouldFail) => CountersignError,
): Promise<string> {
  const seconds = Math.floor(now() / 1_000);
  const built = await ledger.buildCall(signer, call, { now: seconds, validUntil: seconds + LIFE_SECONDS }, signal);
  switch (built.kind) {
    case 'built':
      return built.unsignedXdr;
    case 'no-account':
      throw accountMissing(signer, network);
    case 'no-answer':
      throw noAnswer(signal);
    case 'would-fail':
      throw wouldFail(built);
  }
}

const refusedStep =
  (code: string) =>
  ({ contractError, detail }: WouldFail): CountersignError => {
    const name = contractError === undefined ? undefined : errorName(code, contractError);
    return new CountersignError('TRIAL_REFUSED', { detail: name === undefined ? detail : `${name}: ${detail}` });
  };

const refusedPayment =
  ({ trustline, way }: FundRequest, network: Network) =>
  ({ contractError = -1, detail }: WouldFail): CountersignError => {
    const unit = knownToken(network, trustline.address)?.code;
    // The escrow's own errors have numbers of the same range.
    const field = way === 'escrow' || unit === undefined ? undefined : REFUSALS[contractError]?.(unit);
    if (field === undefined) return new CountersignError('TRIAL_REFUSED', { detail });
    return new CountersignError('INPUT_INVALID', { fields: [field], detail });
  };

const holdsLess = (unit: string) => fieldProblem('amount', 'PAYER_HOLDS_LESS', { unit });
/** The errors of a Stellar asset's contract (CAP-46-6) that a person can do something about. */
const REFUSALS: Readonly<Record<number, (unit: string) => FieldProblem>> = {
  10: holdsLess,
  // More than any account can hold.
  12: holdsLess,
  13: (unit) => fieldProblem('signer', 'PAYER_WITHOUT_TRUSTLINE', { unit }),
};
