/**
 * What the signature will authorise (trust, 6): exactly the factory call, and nothing under it. Anything more would be a
 * blank cheque signed along with the escrow.
 */
import { sameBytes } from '../../envelope/bytes.ts';
import { createSide } from '../../errors/differences.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Differences } from '../differences.ts';

export function checkAuthorisation(deploy: ReadDeploy, differences: Differences): void {
  const [entry, ...more] = deploy.auth;
  if (entry === undefined || more.length > 0) {
    differences.note(
      'authorisation',
      createSide('ENTRIES', { count: 1 }),
      createSide('ENTRIES', { count: deploy.auth.length }),
    );
    return;
  }
  if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
    differences.note('authorisation.credentials', createSide('SOURCE_ACCOUNT'), entry.credentials.type);
  }
  const root = entry.rootInvocation;
  const callIsSame =
    root.function.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    sameBytes(root.function.contractFn.toXdr(), deploy.invocation.toXdr());
  if (!callIsSame) differences.note('authorisation.root', createSide('SAME_CALL'), createSide('OTHER_CALL'));
  // The factory creates from its own address, which needs nobody's authorisation.
  const { length } = root.subInvocations;
  if (length > 0) differences.note('authorisation.sub-invocations', createSide('NONE'), `${length}`);
}
