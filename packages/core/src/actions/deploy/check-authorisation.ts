/**
 * What the signature will authorise beyond the call itself (trust, 6): exactly the factory call, and under it the
 * creation of exactly this contract. Anything more would be a blank cheque signed along with the escrow.
 */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { fromHex, sameBytes } from '../../envelope/bytes.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Differences } from '../differences.ts';

export function checkAuthorisation(deploy: ReadDeploy, differences: Differences): void {
  const [entry, ...more] = deploy.auth;
  if (entry === undefined || more.length > 0) {
    differences.note('authorisation', 'one entry', `${deploy.auth.length} entries`);
    return;
  }
  if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
    differences.note('authorisation.credentials', 'the source account’s', entry.credentials.type);
  }
  const root = entry.rootInvocation;
  const callIsSame =
    root.function.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    sameBytes(root.function.contractFn.toXdr(), deploy.invocation.toXdr());
  if (!callIsSame) differences.note('authorisation.root', 'the factory call of the operation', 'another call');
  const [creation, ...others] = root.subInvocations;
  if (deploy.kind.addressFrom === 'factory') {
    // A factory that creates from its own address needs nobody's authorisation.
    if (creation !== undefined)
      differences.note('authorisation.sub-invocations', 'none', `${root.subInvocations.length}`);
    return;
  }
  if (creation === undefined || others.length > 0) {
    differences.note('authorisation.sub-invocations', 'one, creating the escrow', `${root.subInvocations.length}`);
    return;
  }
  checkCreation(creation, deploy, differences);
}

function checkCreation(creation: xdr.SorobanAuthorizedInvocation, deploy: ReadDeploy, differences: Differences): void {
  const field = 'authorisation.creation';
  const call = creation.function;
  if (creation.subInvocations.length > 0) {
    differences.note(field, 'nothing below it', `${creation.subInvocations.length} further calls`);
  }
  if (call.type === 'sorobanAuthorizedFunctionTypeContractFn') {
    differences.note(field, 'the creation of the escrow', 'a contract call');
    return;
  }
  const isV2 = call.type === 'sorobanAuthorizedFunctionTypeCreateContractV2HostFn';
  const { contractIdPreimage, executable } = isV2 ? call.createContractV2HostFn : call.createContractHostFn;
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
  if (!sameBytes(executable.toXdr(), code.toXdr())) {
    differences.note(`${field}.code`, deploy.wasmHash, 'other code');
  }
  if (isV2 && call.createContractV2HostFn.constructorArgs.length > 0) {
    differences.note(`${field}.constructor arguments`, 'none', `${call.createContractV2HostFn.constructorArgs.length}`);
  }
}
