/**
 * The contracts that are live today (generation B), multi and single release. One code is factory and escrow at once,
 * and each escrow is at an address of its factory's.
 *
 * Rules and their order are those of the public source, error numbers those of the mainnet builds that were found
 * (decisions 37 and 41). An escrow is an entry of its own, as in the builds on testnet.
 */
import { type Act, type ContractFunction, servedKind } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { xdr } from '@stellar/stellar-sdk/base';
import type { NativeContract } from '../../host/host.ts';
import { addressValue, asAddress, asBytes, asList, asSymbol, i128, takeArguments } from '../../host/values.ts';
import { readArguments } from '../escrow/call-arguments.ts';
import { ESCROW_KEY, type EscrowCode, escrowCall, escrowCode, type Step, tokenBalance } from '../escrow/code.ts';
import { resolveEscrow, resolveMilestone, withdraw } from '../escrow/distribution.ts';
import { approve, changeStatus, disputeEscrow, disputeMilestone } from '../escrow/milestones.ts';
import { reads } from '../escrow/read.ts';
import { releaseAll, releaseMilestone } from '../escrow/release.ts';
import { initialize, update } from '../escrow/terms.ts';

export function liveContract(release: Release): NativeContract {
  const code = escrowCode(servedKind(release));
  return {
    ...escrowFunctions(code),
    /** (signer, wasm_hash, salt, init_fn, init_args, constructor_args) -> (Address, Val) */
    [code.kind.factoryFunction](context, args) {
      const [signer, wasmHash, salt, initFunction, initArgs, constructorArgs] = takeArguments(args, 6);
      if (code.find(context) !== undefined) throw code.refusal('EscrowAlreadyInitialized');
      context.host.requireAuth(asAddress(signer));
      const { self, host } = context;
      const escrow = host.createContract(self, asBytes(wasmHash, 32), asBytes(salt, 32), asList(constructorArgs));
      const result = host.call(escrow, asSymbol(initFunction), asList(initArgs));
      return xdr.ScVal.scvVec([addressValue(escrow), result]);
    },
  };
}

/** Funds an escrow, if it equals the expected one in every field. Its progress does not matter. */
const fund: Step = ({ context, stored, escrow, refusal, ...call }) => {
  const { signer, escrow: expected, amount } = call.args;
  const token = escrow.trustline.address;
  const owned = tokenBalance(context, token, signer);
  if (amount <= 0n) throw refusal('AmountCannotBeZero');
  if (!stored.equals(expected)) throw refusal('EscrowPropertiesMismatch');
  if (owned < amount) throw refusal('InsufficientFundsForEscrowFunding');
  call.authorise();
  const payer = addressValue(signer);
  context.host.call(token, 'transfer', [payer, addressValue(context.self), i128(amount)]);
  call.tell('fund', payer, i128(amount));
  return undefined;
};

/**
 * The platform extends the contract's time to live. The public source extends an instance only with one ledger or none
 * left, so its call does nothing in all other cases; this one always extends (decision 41).
 */
const extend: Step = ({ context, args: { signer, ledgers }, ...call }) => {
  call.requirePlatform();
  call.authorise();
  context.extendInstance(ledgers);
  context.extendPersistent(ESCROW_KEY, ledgers);
  call.tell('extend', addressValue(signer), xdr.ScVal.scvU32(ledgers));
  return undefined;
};

const INITIALIZE: ContractFunction = { name: 'initialize_escrow', takes: ['escrow'] };
const OF_BOTH = { fund, 'change-status': changeStatus, approve, withdraw, update, extend };
const OF_MULTI = { ...OF_BOTH, release: releaseMilestone, dispute: disputeMilestone, resolve: resolveMilestone };
const OF_SINGLE = { ...OF_BOTH, release: releaseAll, dispute: disputeEscrow, resolve: resolveEscrow };

/** The functions of an escrow contract, under the names and with the arguments of its kind. */
function escrowFunctions(code: EscrowCode): NativeContract {
  const steps: Record<Act, Step> = code.isSingle ? OF_SINGLE : OF_MULTI;
  const acts = Object.entries(steps).flatMap(([act, step]) => {
    const called = code.kind.functions[act as Act];
    if (called === undefined) return [];
    const run: NativeContract[string] = (context, args) =>
      step(escrowCall(code, context, readArguments(called, args, code.read))) ?? xdr.ScVal.scvVoid();
    return [[called.name, run] as const];
  });
  return {
    initialize_escrow: (context, args) => initialize(code, context, readArguments(INITIALIZE, args, code.read).escrow),
    ...Object.fromEntries(acts),
    ...reads(code),
  };
}
