/**
 * A call of a contract in plain words. A name proves nothing about what a contract does, so what is known of the
 * name is said as that; a token's amounts are in its units where the token is known.
 */
import { scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { contractAddressWords } from './address-words.ts';
import { contractAmount, tokenOfContract } from './asset-words.ts';
import { escrowCall } from './escrow-call.ts';
import type { Described, Scene } from './scene.ts';
import { symbolWords, valueWords } from './value-words.ts';
import type { Stakes } from './warnings.ts';

export function describeCall({ contractAddress, functionName, args }: xdr.InvokeContractArgs, scene: Scene): Described {
  const contract = contractAddressWords(contractAddress);
  const name = functionName.toString();
  const tokenCall = TOKEN_CALLS.get(name);
  const asToken = tokenCall?.say(args, contract, scene);
  if (tokenCall !== undefined && asToken !== undefined) {
    const token = tokenOfContract(contract, scene.network);
    const words =
      token === undefined
        ? `Calls ${name} of contract ${contract}, which is no token known here; by that name it ${asToken}`
        : `${capital(asToken)} (${name} of the ${token.code} contract ${contract})`;
    return { words, ...(tokenCall.stakes === undefined ? {} : { stakes: tokenCall.stakes }) };
  }
  const does = escrowCall(name, args, scene);
  const words = args.map((argument) => valueWords(argument, scene));
  const call = `Calls ${symbolWords(functionName)} of contract ${contract}`;
  const meaning = does === undefined ? '' : `, which by that name ${does.words}`;
  const given = words.length === 0 ? 'no arguments' : `the arguments (${words.join(', ')})`;
  return { words: `${call}${meaning}, with ${given}`, ...(does?.stakes && { stakes: does.stakes }) };
}

type TokenCall = {
  readonly stakes?: Stakes;
  readonly say: (args: readonly xdr.ScVal[], contract: string, scene: Scene) => string | undefined;
};

/** SEP-41, and what the token contract of a classic asset adds to it. Nothing where the arguments are not its own. */
const TOKEN_CALLS: ReadonlyMap<string, TokenCall> = new Map<string, TokenCall>([
  [
    'transfer',
    typed('money', ['address', 'address', 'amount'], ([from, to, amount]) => `moves ${amount} from ${from} to ${to}`),
  ],
  [
    'transfer_from',
    typed(
      'money',
      ['address', 'address', 'address', 'amount'],
      ([spender, from, to, amount]) => `moves ${amount} from ${from} to ${to}, by the allowance of ${spender}`,
    ),
  ],
  [
    'approve',
    typed(
      'money',
      ['address', 'address', 'amount', 'number'],
      ([from, spender, amount, until]) =>
        `lets ${spender} take ${amount} of ${from}, until ledger ${until}, without asking again`,
    ),
  ],
  ['burn', typed('money', ['address', 'amount'], ([from, amount]) => `destroys ${amount} of ${from}`)],
  [
    'burn_from',
    typed(
      'money',
      ['address', 'address', 'amount'],
      ([spender, from, amount]) => `destroys ${amount} of ${from}, by the allowance of ${spender}`,
    ),
  ],
  ['mint', typed(undefined, ['address', 'amount'], ([to, amount]) => `creates ${amount} for ${to}`)],
  [
    'clawback',
    typed(
      'money',
      ['address', 'amount'],
      ([from, amount]) => `takes ${amount} from ${from} without asking, and destroys it`,
    ),
  ],
  ['set_admin', typed('control', ['address'], ([admin]) => `makes ${admin} the administrator of the token`)],
]);

type Part = 'address' | 'amount' | 'number';

function typed(
  stakes: Stakes | undefined,
  parts: readonly Part[],
  words: (values: readonly string[]) => string,
): TokenCall {
  const say: TokenCall['say'] = (args, contract, scene) => {
    if (args.length !== parts.length) return undefined;
    const values = args.map((argument, index) => {
      const part = parts[index];
      if (part === 'address' && argument.type === 'scvAddress') return contractAddressWords(argument.address);
      if (part === 'amount' && argument.type === 'scvI128')
        return contractAmount(scValToBigInt(argument), contract, scene.network);
      return part === 'number' && argument.type === 'scvU32' ? String(argument.u32) : undefined;
    });
    return values.every((value) => value !== undefined) ? words(values) : undefined;
  };
  return { say, ...(stakes === undefined ? {} : { stakes }) };
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
