/** The creation of a contract in plain words: from whose address, with which code, and where it will stand. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import { contractAddressWords } from './address-words.ts';
import { assetWords, contractOfPreimage } from './asset-words.ts';
import type { Scene } from './scene.ts';
import { textWords, valueWords } from './value-words.ts';

export function creationWords(
  { contractIdPreimage, executable }: Pick<xdr.CreateContractArgs, 'contractIdPreimage' | 'executable'>,
  constructorArgs: readonly xdr.ScVal[],
  scene: Scene,
): string {
  const { network } = scene;
  const at = `${contractOfPreimage(contractIdPreimage, network.passphrase)} (if the transaction is for ${network.name})`;
  const values = constructorArgs.map((argument) => valueWords(argument, scene)).join(', ');
  const given = values === '' ? '' : `, constructed with (${values})`;
  if (contractIdPreimage.type === 'contractIdPreimageFromAsset') {
    return `Creates the token contract of ${assetWords(contractIdPreimage.fromAsset, scene)} at ${at}${given}`;
  }
  const { address, salt } = contractIdPreimage.fromAddress;
  return `Creates a contract of ${contractAddressWords(address)} with the salt ${toHex(salt.toBytes())} at ${at}, with ${codeWords(executable)}${given}`;
}

function codeWords(executable: xdr.ContractExecutable): string {
  switch (executable.type) {
    case 'contractExecutableWasm':
      return `the code ${toHex(executable.wasmHash.toBytes())}`;
    case 'contractExecutableStellarAsset':
      return 'the code of a classic asset’s token';
    case 'contractExecutableExternalRef':
      return `the code ${textWords(executable.externalRef.tag.bytes)} of ${contractAddressWords(executable.externalRef.executableOwner)}`;
  }
}
