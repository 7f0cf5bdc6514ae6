/**
 * The contracts that are live today (generation B), multi and single release: what they do from deploy to funded. One
 * code is factory and escrow at once, and each escrow stands at an address of its factory's.
 *
 * Rules and their order are those of the public source, error numbers those of the mainnet builds that were found
 * (decision 37). An escrow is an entry of its own, as in the builds on testnet; the source keeps it in the instance.
 */
import { type EscrowKind, type EscrowOnChain, liveMulti, liveSingle } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { xdr } from '@stellar/stellar-sdk/base';
import type { ContractContext, NativeContract } from '../../host/host.ts';
import { HostError } from '../../host/host-error.ts';
import {
  addressValue,
  asAddress,
  asBytes32,
  asI128,
  asList,
  asSymbol,
  i128,
  structValue,
  symbol,
  takeArguments,
  unitKey,
} from '../../host/values.ts';
import { type LiveError, liveErrorNumber } from './errors.ts';

const ESCROW_KEY = unitKey('Escrow');
const MAX_MILESTONES = 50;
const MAX_PLATFORM_FEE = 9_900;
/** Of the service itself; together with the platform's it must leave something. */
const SERVICE_FEE = 30;
const ALL = 10_000;
const MAX_BALANCES = 20;

const KINDS: Readonly<Record<Release, EscrowKind>> = { multi: liveMulti, single: liveSingle };

export function liveContract(release: Release): NativeContract {
  const kind = KINDS[release];

  const refusal = (name: LiveError) => HostError.contract(liveErrorNumber(release, name), name);

  function asEscrow(value: xdr.ScVal | undefined): EscrowOnChain {
    const { escrow, problems } = kind.decode(value as xdr.ScVal);
    if (escrow !== undefined && problems.length === 0) return escrow;
    const [first] = problems;
    throw HostError.host('Value', 'UnexpectedType', `${first?.path} ${first?.problem}`);
  }

  function storedEscrow(context: ContractContext): xdr.ScVal {
    const value = context.getPersistent(ESCROW_KEY);
    if (value === undefined) throw refusal('EscrowNotFound');
    return value;
  }

  function escrowAt(context: ContractContext, address: string): xdr.ScVal {
    const value = context.host.call(address, 'get_escrow', []);
    // It is read as an escrow of this contract's own kind.
    asEscrow(value);
    return value;
  }

  function balanceEntry(context: ContractContext, address: string): xdr.ScVal {
    const value = address === context.self ? storedEscrow(context) : escrowAt(context, address);
    const { trustline } = asEscrow(value);
    return structValue({
      address: addressValue(address),
      balance: i128(tokenBalance(context, trustline.address, address)),
      trustline_decimals: context.host.call(trustline.address, 'decimals', []),
    });
  }

  function check({ amount, flags, milestones, platformFee }: EscrowOnChain): void {
    if (platformFee > MAX_PLATFORM_FEE || platformFee + SERVICE_FEE > ALL) throw refusal('PlatformFeeTooHigh');
    if (amount !== undefined && amount <= 0n) throw refusal('AmountCannotBeZero');
    if (milestones.length === 0) throw refusal('NoMileStoneDefined');
    if (milestones.length > MAX_MILESTONES) throw refusal('TooManyMilestones');
    if (milestones.some((milestone) => milestone.amount !== undefined && milestone.amount <= 0n)) {
      throw refusal('AmountCannotBeZero');
    }
    const allFlags = [flags ?? {}, ...milestones.map((milestone) => milestone.flags)];
    if (allFlags.flatMap((each) => Object.values(each)).includes(true)) throw refusal('FlagsMustBeFalse');
  }

  return {
    /** (signer, wasm_hash, salt, init_fn, init_args, constructor_args) -> (Address, Val) */
    [kind.factoryFunction](context, args) {
      const [signer, wasmHash, salt, initFunction, initArgs, constructorArgs] = takeArguments(args, 6);
      if (context.getPersistent(ESCROW_KEY) !== undefined) throw refusal('EscrowAlreadyInitialized');
      context.host.requireAuth(asAddress(signer));
      const { self, host } = context;
      const escrow = host.createContract(self, asBytes32(wasmHash), asBytes32(salt), asList(constructorArgs));
      const result = host.call(escrow, asSymbol(initFunction), asList(initArgs));
      return xdr.ScVal.scvVec([addressValue(escrow), result]);
    },

    initialize_escrow(context, args) {
      const [value] = takeArguments(args, 1) as [xdr.ScVal];
      const escrow = asEscrow(value);
      const held = release === 'multi' ? tokenBalance(context, escrow.trustline.address, context.self) : 0n;
      if (context.getPersistent(ESCROW_KEY) !== undefined) throw refusal('EscrowAlreadyInitialized');
      if (held > 0n) throw refusal('EscrowBalanceMustBeZeroOnInitialization');
      check(escrow);
      context.setPersistent(ESCROW_KEY, value);
      context.emit([symbol('tw_init')], xdr.ScVal.scvVec([value]));
      return value;
    },

    /** (signer, expected_escrow, amount): only the escrow that the signer has in mind, down to the last field. */
    fund_escrow(context, args) {
      const [signerArg, expected, amountArg] = takeArguments(args, 3) as [xdr.ScVal, xdr.ScVal, xdr.ScVal];
      const signer = asAddress(signerArg);
      const amount = asI128(amountArg);
      asEscrow(expected);
      const stored = storedEscrow(context);
      const token = asEscrow(stored).trustline.address;
      context.host.requireAuth(signer);
      const owned = tokenBalance(context, token, signer);
      if (amount <= 0n) throw refusal('AmountCannotBeZero');
      if (!stored.equals(expected)) throw refusal('EscrowPropertiesMismatch');
      if (owned < amount) throw refusal('InsufficientFundsForEscrowFunding');
      context.host.call(token, 'transfer', [signerArg, addressValue(context.self), amountArg]);
      context.emit([symbol('tw_fund')], xdr.ScVal.scvVec([signerArg, amountArg]));
      return xdr.ScVal.scvVoid();
    },

    get_escrow(context, args) {
      takeArguments(args, 0);
      return storedEscrow(context);
    },

    /** (contract) -> its escrow */
    get_escrow_by_contract_id(context, args) {
      const [contract] = takeArguments(args, 1);
      return escrowAt(context, asAddress(contract));
    },

    /** (addresses) -> list of { address, balance, trustline_decimals } */
    get_multiple_escrow_balances(context, args) {
      const [list] = takeArguments(args, 1);
      const addresses = asList(list).map(asAddress);
      if (addresses.length > MAX_BALANCES) throw refusal('TooManyEscrowsRequested');
      return xdr.ScVal.scvVec(addresses.map((address) => balanceEntry(context, address)));
    },
  };
}

function tokenBalance(context: ContractContext, token: string, holder: string): bigint {
  return asI128(context.host.call(token, 'balance', [addressValue(holder)]));
}
