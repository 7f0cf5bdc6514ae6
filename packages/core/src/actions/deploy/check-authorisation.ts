/**
 * What the signature will authorise (trust, 6): exactly the factory call, and nothing under it. Anything more would be a
 * blank cheque signed along with the escrow.
 */
import { sameBytes } from '../../envelope/bytes.ts';
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
  // The factory creates from its own address, which needs nobody's authorisation.
  const { length } = root.subInvocations;
  if (length > 0) differences.note('authorisation.sub-invocations', 'none', `${length}`);
}
