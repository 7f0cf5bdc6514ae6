/**
 * The sandbox's own multi-release escrow, of the interface in docs/interface.md: its rules and error numbers are those of
 * the public source of that time. A build of it lets a negative amount through, and so does this one.
 */
import { type InterfaceEscrow, interfaceMulti } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import type { ContractContext, NativeContract } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
import {
  addressValue,
  asAddress,
  asI128,
  asList,
  i128,
  structValue,
  symbol,
  takeArguments,
  unitKey,
} from '../host/values.ts';

const ESCROW_KEY = unitKey('Escrow');

const MAX_MILESTONES = 10;
const MAX_PLATFORM_FEE = 9_900;
const MAX_BALANCES = 20;

/** Error numbers of this contract kind; other kinds and builds number differently. */
const ESCROW_ERRORS = {
  AmountCannotBeZero: 2,
  EscrowAlreadyInitialized: 3,
  EscrowNotFound: 4,
  NoMileStoneDefined: 10,
  TooManyEscrowsRequested: 26,
  TooManyMilestones: 28,
  PlatformFeeTooHigh: 34,
  FlagsMustBeFalse: 35,
  EscrowPropertiesMismatch: 36,
} as const;

export const escrowContract: NativeContract = {
  initialize_escrow(context, args) {
    const [value] = takeArguments(args, 1);
    const escrow = asEscrow(value);
    if (context.getInstanceValue(ESCROW_KEY) !== undefined) throw refusal('EscrowAlreadyInitialized');
    checkEscrow(escrow);
    context.setInstanceValue(ESCROW_KEY, value as xdr.ScVal);
    context.emit([symbol('tw_init')], xdr.ScVal.scvVec([value as xdr.ScVal]));
    return value as xdr.ScVal;
  },

  /**
   * (signer, expected_escrow, amount): moves the token from the signer to this contract, if the escrow is the one that
   * the signer has in mind, down to the last field.
   */
  fund_escrow(context, args) {
    const [signerArg, expected, amountArg] = takeArguments(args, 3);
    const signer = asAddress(signerArg);
    const amount = asI128(amountArg);
    asEscrow(expected);
    const stored = storedEscrow(context);
    const escrow = asEscrow(stored);
    if (amount <= 0n) throw refusal('AmountCannotBeZero');
    if (!stored.equals(expected as xdr.ScVal)) throw refusal('EscrowPropertiesMismatch');
    context.host.requireAuth(signer);
    const self = addressValue(context.self);
    context.host.call(escrow.trustline.address, 'transfer', [addressValue(signer), self, i128(amount)]);
    context.emit([symbol('tw_fund')], xdr.ScVal.scvVec([addressValue(signer), i128(amount)]));
    return xdr.ScVal.scvVoid();
  },

  get_escrow(context, args) {
    takeArguments(args, 0);
    return storedEscrow(context);
  },

  /** (addresses) -> list of { address, balance, trustline_decimals } */
  get_multiple_escrow_balances(context, args) {
    const [list] = takeArguments(args, 1);
    const addresses = asList(list).map(asAddress);
    if (addresses.length > MAX_BALANCES) throw refusal('TooManyEscrowsRequested');
    return xdr.ScVal.scvVec(addresses.map((address) => balanceEntry(context, address)));
  },
};

function balanceEntry(context: ContractContext, address: string): xdr.ScVal {
  const value = address === context.self ? storedEscrow(context) : context.host.call(address, 'get_escrow', []);
  const { escrow } = interfaceMulti.decode(value);
  if (escrow === undefined) throw refusal('EscrowNotFound');
  const balance = context.host.call(escrow.trustline.address, 'balance', [addressValue(address)]);
  return structValue({
    address: addressValue(address),
    balance: i128(asI128(balance)),
    trustline_decimals: xdr.ScVal.scvU32(escrow.trustline.multiplier),
  });
}

function asEscrow(value: xdr.ScVal | undefined): InterfaceEscrow {
  const { escrow, problems } = interfaceMulti.decode(value as xdr.ScVal);
  if (escrow !== undefined && problems.length === 0) return escrow;
  const [first] = problems;
  throw HostError.host('Value', 'UnexpectedType', `${first?.path} ${first?.problem}`);
}

function storedEscrow(context: ContractContext): xdr.ScVal {
  const value = context.getInstanceValue(ESCROW_KEY);
  if (value === undefined) throw refusal('EscrowNotFound');
  return value;
}

function checkEscrow({ milestones, platformFee }: InterfaceEscrow): void {
  if (milestones.some(({ flags }) => Object.values(flags).includes(true))) throw refusal('FlagsMustBeFalse');
  if (milestones.length === 0) throw refusal('NoMileStoneDefined');
  if (milestones.length > MAX_MILESTONES) throw refusal('TooManyMilestones');
  if (milestones.some(({ amount }) => amount === 0n)) throw refusal('AmountCannotBeZero');
  if (platformFee > MAX_PLATFORM_FEE) throw refusal('PlatformFeeTooHigh');
}

function refusal(name: keyof typeof ESCROW_ERRORS): HostError {
  return HostError.contract(ESCROW_ERRORS[name], name);
}
