/** A contract call in words. A function's name proves nothing, so its usual meaning is shown as that of the name. */
import { hash, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import { upper } from '../text/message.ts';
import type { ExplainWords } from '../words/all.ts';
import type { Stakes } from '../words/explain/stakes.ts';
import {
  assetWords,
  contractAddressWords,
  contractAmount,
  contractOfPreimage,
  tokenOfContract,
} from './asset-words.ts';
import { escrowCall } from './escrow-call.ts';
import type { Described, ExplainContext } from './scene.ts';
import { symbolWords, textWords, valueWords } from './value-words.ts';

function describeCall(
  { contractAddress, functionName, args }: xdr.InvokeContractArgs,
  scene: ExplainContext,
): Described {
  const { words: own } = scene;
  const contract = contractAddressWords(contractAddress, own);
  const name = functionName.toString();
  const tokenCall = TOKEN_CALLS.get(name);
  const asToken = tokenCall?.say(args, contract, scene);
  if (tokenCall !== undefined && asToken !== undefined) {
    const token = tokenOfContract(contract, scene.network);
    const words =
      token === undefined
        ? own.callsUnknownToken(name, contract, asToken)
        : own.callOfToken(upper(asToken), name, token.code, contract);
    return { words, stakes: tokenCall.stakes };
  }
  const does = escrowCall(name, args, scene);
  const meaning = does === undefined ? '' : own.byThatName(does.words);
  const call = `${own.calls(symbolWords(functionName, own), contract)}${meaning}`;
  return { words: withValues(call, args, does, scene), stakes: does?.stakes };
}

/** Of a payment only its terms: amount and payer are in the words already. */
function withValues(
  call: string,
  args: readonly xdr.ScVal[],
  does: ReturnType<typeof escrowCall>,
  scene: ExplainContext,
): string {
  const shown = does?.terms ?? args;
  if (shown.length === 0 && args.length > 0) return call;
  return scene.words.withArguments(call, shown.map((argument) => valueWords(argument, scene)).join(', '));
}

type TokenCall = {
  readonly stakes: Stakes | undefined;
  readonly say: (args: readonly xdr.ScVal[], contract: string, scene: ExplainContext) => string | undefined;
};

/** SEP-41, and what the token contract of a classic asset adds to it. Undefined where the arguments do not fit. */
const TOKEN_CALLS: ReadonlyMap<string, TokenCall> = new Map(
  Object.entries({
    transfer: typed('money', ['address', 'address', 'amount'], ([from, to, amount], own) =>
      own.moves(amount, from, to),
    ),
    transfer_from: typed('money', ['address', 'address', 'address', 'amount'], ([spender, from, to, amount], own) =>
      own.byAllowance(own.moves(amount, from, to), spender),
    ),
    approve: typed('money', ['address', 'address', 'amount', 'number'], ([from, spender, amount, until], own) =>
      own.letsTake(spender, amount, from, until),
    ),
    burn: typed('money', ['address', 'amount'], ([from, amount], own) => own.destroys(amount, from)),
    burn_from: typed('money', ['address', 'address', 'amount'], ([spender, from, amount], own) =>
      own.byAllowance(own.destroys(amount, from), spender),
    ),
    mint: typed(undefined, ['address', 'amount'], ([to, amount], own) => own.mints(amount, to)),
    clawback: typed('money', ['address', 'amount'], ([from, amount], own) => own.takesBackByForce(amount, from)),
    set_admin: typed('control', ['address'], ([admin], own) => own.makesAdministrator(admin)),
  }),
);

type Part = 'address' | 'amount' | 'number';

function typed<const Parts extends readonly Part[]>(
  stakes: Stakes | undefined,
  parts: Parts,
  words: (values: { readonly [Index in keyof Parts]: string }, own: ExplainWords) => string,
): TokenCall {
  const say: TokenCall['say'] = (args, contract, scene) => {
    if (args.length !== parts.length) return undefined;
    const values = args.map((argument, index) => {
      const part = parts[index];
      if (part === 'address' && argument.type === 'scvAddress')
        return contractAddressWords(argument.address, scene.words);
      if (part === 'amount' && argument.type === 'scvI128')
        return contractAmount(scValToBigInt(argument), contract, scene);
      return part === 'number' && argument.type === 'scvU32' ? String(argument.u32) : undefined;
    });
    return values.every((value) => value !== undefined) ? words(values as never, scene.words) : undefined;
  };
  return { say, stakes };
}

export function describeHostFunction(called: xdr.HostFunction, scene: ExplainContext): Described {
  switch (called.type) {
    case 'hostFunctionTypeInvokeContract':
      return describeCall(called.invokeContract, scene);
    case 'hostFunctionTypeCreateContract':
      return { words: creationWords(called.createContract, [], scene) };
    case 'hostFunctionTypeCreateContractV2':
      return { words: creationWords(called.createContractV2, called.createContractV2.constructorArgs, scene) };
    case 'hostFunctionTypeUploadContractWasm':
      return { words: scene.words.uploadsCode(called.wasm.length, toHex(hash(called.wasm))) };
  }
}

/** The creation of a contract in plain words: from whose address, with which code, and where it will stand. */
function creationWords(
  { contractIdPreimage, executable }: Pick<xdr.CreateContractArgs, 'contractIdPreimage' | 'executable'>,
  constructorArgs: readonly xdr.ScVal[],
  scene: ExplainContext,
): string {
  const { network, words } = scene;
  const at = words.ifFor(contractOfPreimage(contractIdPreimage, network.passphrase), network.name);
  const values = constructorArgs.map((argument) => valueWords(argument, scene)).join(', ');
  const argumentText = values === '' ? '' : words.constructedWith(values);
  if (contractIdPreimage.type === 'contractIdPreimageFromAsset') {
    return `${words.createsTokenContract(assetWords(contractIdPreimage.fromAsset, scene), at)}${argumentText}`;
  }
  const { address, salt } = contractIdPreimage.fromAddress;
  const [owner, code] = [contractAddressWords(address, words), codeWords(executable, words)];
  return `${words.createsContract(owner, toHex(salt.toBytes()), at, code)}${argumentText}`;
}

function codeWords(executable: xdr.ContractExecutable, words: ExplainWords): string {
  switch (executable.type) {
    case 'contractExecutableWasm':
      return words.theCode(toHex(executable.wasmHash.toBytes()));
    case 'contractExecutableStellarAsset':
      return words.CODE_OF_ASSET;
    case 'contractExecutableExternalRef':
      return words.codeOf(
        textWords(executable.externalRef.tag.bytes, words),
        contractAddressWords(executable.externalRef.executableOwner, words),
      );
  }
}
