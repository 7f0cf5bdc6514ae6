/** What a deploy of another kind authorises and touches, held to the call itself: nothing may ride along. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { fromHex, sameBytes, toHex } from '../bytes.ts';
import type { Differences } from '../differences.ts';
import type { ReadTransaction } from '../read-transaction.ts';
import type { ReadOtherDeploy } from './read-other-deploy.ts';

/**
 * One entry, of the source account, for exactly the factory's call; below it nothing where the factory creates the
 * contract from its own address, or exactly the creation of this contract where it does so from the signer's.
 */
export function checkOtherAuthorisation(deploy: ReadOtherDeploy, differences: Differences): void {
  const [entry, ...more] = deploy.auth;
  if (entry === undefined || more.length > 0) {
    differences.note('authorisation', 'one entry', `${deploy.auth.length} entries`);
    return;
  }
  if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
    differences.note('authorisation.credentials', 'the source account’s', entry.credentials.type);
  }
  const { function: called, subInvocations } = entry.rootInvocation;
  const isThisCall =
    called.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    sameBytes(called.contractFn.toXdr(), deploy.invocation.toXdr());
  if (!isThisCall) differences.note('authorisation.root', 'the factory call of the operation', 'another call');
  const [creation, ...others] = subInvocations;
  if (others.length > 0) {
    differences.note('authorisation.sub-invocations', 'at most one, creating the escrow', `${subInvocations.length}`);
  }
  if (creation !== undefined) checkCreation(creation, deploy, differences);
  else if (deploy.derivedFrom === 'deployer') {
    differences.note('authorisation.sub-invocations', 'one, creating the escrow', 'none');
  }
}

function checkCreation(
  { function: created, subInvocations }: xdr.SorobanAuthorizedInvocation,
  deploy: ReadOtherDeploy,
  differences: Differences,
): void {
  const field = 'authorisation.creation';
  if (subInvocations.length > 0) {
    differences.note(field, 'nothing below it', `${subInvocations.length} further calls`);
  }
  if (created.type === 'sorobanAuthorizedFunctionTypeContractFn') {
    differences.note(field, 'the creation of the escrow', 'a contract call');
    return;
  }
  const isV2 = created.type === 'sorobanAuthorizedFunctionTypeCreateContractV2HostFn';
  const { contractIdPreimage, executable } = isV2 ? created.createContractV2HostFn : created.createContractHostFn;
  const preimage = xdr.ContractIdPreimage.contractIdPreimageFromAddress(
    new xdr.ContractIdPreimageFromAddress({
      address: Address.fromString(deploy.deployer).toScAddress(),
      salt: deploy.salt,
    }),
  );
  if (!sameBytes(contractIdPreimage.toXdr(), preimage.toXdr())) {
    differences.note(`${field}.address`, 'deployer and salt of the call', 'another address');
  }
  const code = xdr.ContractExecutable.contractExecutableWasm(fromHex(deploy.wasmHash));
  if (!sameBytes(executable.toXdr(), code.toXdr())) differences.note(`${field}.code`, deploy.wasmHash, 'other code');
  const extra = isV2 ? created.createContractV2HostFn.constructorArgs.length : 0;
  if (extra > 0) differences.note(`${field}.constructor arguments`, 'none', `${extra}`);
}

/** The network lets a call touch only what is declared, so an entry that a deploy has no use for is a difference. */
export function checkOtherResources(read: ReadTransaction, deploy: ReadOtherDeploy, differences: Differences): void {
  const extension = read.transaction.ext;
  if (extension.type !== 'sorobanData') {
    differences.note('resources', 'declared', 'missing, so the network would refuse it');
    return;
  }
  const { resources, resourceFee } = extension.sorobanData;
  if (resourceFee < 0n || resourceFee > read.fee) {
    differences.note('resource fee', `0 to ${read.fee} stroops`, `${resourceFee} stroops`);
  }
  const written = [deploy.contractId, deploy.factory];
  const readable = [...written, deploy.escrow.trustline.address];
  for (const key of resources.footprint.readWrite) {
    const isCode = key.type === 'contractCode' && toHex(key.contractCode.hash.toBytes()) === deploy.wasmHash;
    if (!isCode && !written.includes(contractOf(key))) {
      differences.note('resources.writes', 'the new escrow alone', describeKey(key));
    }
  }
  for (const key of resources.footprint.readOnly) {
    if (key.type !== 'contractCode' && !readable.includes(contractOf(key))) {
      differences.note('resources.reads', 'factory, code, token and escrow alone', describeKey(key));
    }
  }
}

function contractOf(key: xdr.LedgerKey): string {
  return key.type === 'contractData' ? Address.fromScAddress(key.contractData.contract).toString() : '';
}

function describeKey(key: xdr.LedgerKey): string {
  if (key.type === 'contractData') return `data of ${contractOf(key)}`;
  return key.type === 'contractCode' ? `code ${toHex(key.contractCode.hash.toBytes())}` : key.type;
}
