/** The read functions, which anybody may call. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { ContractContext, NativeContract } from '../../host/host.ts';
import { addressValue, asAddress, asList, i128, structValue, takeArguments } from '../../host/values.ts';
import { type EscrowCode, tokenBalance } from './code.ts';

const MAX_BALANCES = 20;

export function reads(code: EscrowCode): NativeContract {
  /** Any contract with the function can answer, but its answer must be an escrow of this kind. */
  function escrowAt(context: ContractContext, address: string): xdr.ScVal {
    const value = context.host.call(address, 'get_escrow', []);
    code.read(value);
    return value;
  }

  function balanceEntry(context: ContractContext, address: string): xdr.ScVal {
    const { trustline } = code.read(address === context.self ? code.stored(context) : escrowAt(context, address));
    const { address: token } = trustline;
    return structValue({
      address: addressValue(address),
      balance: i128(tokenBalance(context, token, address)),
      trustline_decimals: context.host.call(token, 'decimals', []),
    });
  }

  return {
    get_escrow(context, args) {
      takeArguments(args, 0);
      return code.stored(context);
    },

    get_escrow_by_contract_id(context, args) {
      const [contract] = takeArguments(args, 1);
      return escrowAt(context, asAddress(contract));
    },

    get_multiple_escrow_balances(context, args) {
      const [list] = takeArguments(args, 1);
      const addresses = asList(list).map(asAddress);
      if (addresses.length > MAX_BALANCES) throw code.refusal('TooManyEscrowsRequested');
      return xdr.ScVal.scvVec(addresses.map((address) => balanceEntry(context, address)));
    },
  };
}
