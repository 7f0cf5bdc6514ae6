/** The creation of a contract in plain words: from whose address, with which code, and where it will stand. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ExplainWords } from '../words/all.ts';
import { contractAddressWords } from './address-words.ts';
import { assetWords, contractOfPreimage } from './asset-words.ts';
import type { Scene } from './scene.ts';
import { textWords, valueWords } from './value-words.ts';

export function creationWords(
  { contractIdPreimage, executable }: Pick<xdr.CreateContractArgs, 'contractIdPreimage' | 'executable'>,
  constructorArgs: readonly xdr.ScVal[],
  scene: Scene,
): string {
  const { network, words } = scene;
  const at = words.ifFor(contractOfPreimage(contractIdPreimage, network.passphrase), network.name);
  const values = constructorArgs.map((argument) => valueWords(argument, scene)).join(', ');
  const given = values === '' ? '' : words.constructedWith(values);
  if (contractIdPreimage.type === 'contractIdPreimageFromAsset') {
    return `${words.createsTokenContract(assetWords(contractIdPreimage.fromAsset, scene), at)}${given}`;
  }
  const { address, salt } = contractIdPreimage.fromAddress;
  const [owner, code] = [contractAddressWords(address, words), codeWords(executable, words)];
  return `${words.createsContract(owner, toHex(salt.toBytes()), at, code)}${given}`;
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
