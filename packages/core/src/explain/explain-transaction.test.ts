/** What an explanation must warn of: each rule once. Whole explanations are recorded with `whole-deploys.test.ts`. */
import {
  buildDeploy,
  creationV2,
  escrowAt,
  NOW,
  request,
  requestInput,
  sandbox,
} from '@countersign/testkit/fixtures/deploy-fixture';
import {
  addressValue,
  call,
  escrow,
  explain,
  i128,
  invocationOf,
  other,
  source,
  third,
  usdc,
} from '@countersign/testkit/fixtures/explain-fixture';
import { live } from '@countersign/testkit/fixtures/generation-b-fixture';
import { envelopeOf } from '@countersign/testkit/fixtures/takeover';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import type { Network } from '../escrow/network.ts';
import { contractIdFor } from '../kinds/read-deploy.ts';
import { ESCROW_KINDS } from '../kinds/registry.ts';
import { explainWordsOf } from '../words/all.ts';
import { stopText, warningText } from '../words/en.ts';
import { LANGUAGES } from '../words/language.ts';
import { escrowCall } from './escrow-call.ts';
import { explainTransaction } from './explain-transaction.ts';
import type { ExplainContext } from './scene.ts';

const warningsOf = (text: string, network: Network = sandbox) =>
  explainTransaction(text, network, NOW).warnings.map((warning) => warning.text);

test('names the factory and the code of a deploy when both differ from what is pinned', () => {
  const elsewhere = contractIdFor(other, new Uint8Array(32), sandbox.passphrase);
  const odd = buildDeploy(request(), { factory: elsewhere, wasmHash: new Uint8Array(32).fill(9) });
  expect(warningsOf(odd).slice(0, 2)).toEqual([
    `the factory is not the one pinned for sandbox: it is ${elsewhere}, the pinned one ${sandbox.factory}`,
    `the contract code is not the one pinned for sandbox: it is ${'09'.repeat(32)}, the pinned one ${sandbox.wasmHash}`,
  ]);
});

test('warns in the words of the desk of what the desk would block or point out', () => {
  const { roles } = requestInput() as { readonly roles: object };
  const all = Object.fromEntries(Object.keys(roles).map((role) => [role, other]));
  const reportOf = (changes: Record<string, unknown>) => warningsOf(buildDeploy(request(changes)));
  expect(reportOf({ roles: all, platformFee: 99 })).toEqual([
    stopText({ code: 'CAN_TAKE_ALONE', params: { way: 'fee', share: 'all', address: other } }),
    stopText({ code: 'FEE_ABOVE_STOP', params: { percent: '99', stop: '20' } }),
  ]);
  expect(reportOf({ roles: { ...roles, receiver: usdc.address } })).toEqual([
    stopText({ code: 'ROLE_IS_TOKEN', params: { role: 'receiver' } }),
    warningText({ code: 'RECEIVER_IS_NOT_WORKER', params: { address: usdc.address } }),
  ]);
  expect(reportOf({ roles: { ...roles, receiver: escrowAt() } })[0]).toBe(
    stopText({ code: 'ROLE_IS_ESCROW', params: { role: 'receiver' } }),
  );
});

const allowing = (invocation: xdr.InvokeContractArgs, subInvocations: xdr.SorobanAuthorizedInvocation[] = []) =>
  new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invocation),
    subInvocations,
  });
/** The warnings of a release that allows these calls below it. */
function warningsOfRelease(subInvocations: xdr.SorobanAuthorizedInvocation[]) {
  const rootInvocation = allowing(invocationOf(escrow, 'release_funds', [addressValue(source)]), subInvocations);
  const credentials = xdr.SorobanCredentials.sorobanCredentialsSourceAccount();
  const entry = new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation });
  return explain(call(escrow, 'release_funds', [addressValue(source)], [entry])).warnings;
}

test('shows an authorisation that hands a token over first, behind any number of others and however deep', () => {
  const handOver = allowing(invocationOf(usdc.address, 'set_admin', [addressValue(third)]));
  const small = (index: number) =>
    invocationOf(usdc.address, 'transfer', [addressValue(source), addressValue(other), i128(BigInt(index + 1))]);
  const others = Array.from({ length: 400 }, (_, index) => allowing(small(index)));
  const hidden = warningsOfRelease([...others, handOver]);
  expect(hidden[0]).toEqual({
    stakes: 'control',
    text: expect.stringContaining(`and below it: Makes ${third} the administrator of the token`),
  });
  expect(hidden.filter(({ stakes }) => stakes === 'money')).toHaveLength(201);
  expect(hidden.find(({ text }) => text.startsWith('and '))?.text).toBe('and 201 more warnings like these');
  const deep = Array.from({ length: 60 }).reduce<xdr.SorobanAuthorizedInvocation>(
    (below, _, index) => allowing(small(index), [below]),
    handOver,
  );
  expect(warningsOfRelease([deep])[0]?.stakes).toBe('control');
});

test('names the payment and its payee when the authorisation of a deploy carries one', () => {
  const theft = invocationOf(usdc.address, 'transfer', [addressValue(source), addressValue(other), i128(70_000_000n)]);
  const wasmHash = Uint8Array.from(Buffer.from(sandbox.wasmHash as string, 'hex'));
  const creation = creationV2(source, new Uint8Array(32).fill(3), wasmHash);
  const odd = buildDeploy(request(), {
    children: [new xdr.SorobanAuthorizedInvocation({ function: creation, subInvocations: [allowing(theft)] })],
  });
  expect(explainTransaction(odd, sandbox, NOW).warnings).toContainEqual({
    stakes: 'money',
    text: expect.stringMatching(
      `^It also carries an authorisation: ${source} allows this call, and below it: Moves 7 USDC from ${source} to ${other} `,
    ),
  });
});

test('has words for every function of every kind, and shows an amount for each that pays', () => {
  for (const { functions, functionsOnPublic = {} } of ESCROW_KINDS) {
    for (const { name } of [...Object.values(functions), ...Object.values(functionsOnPublic)]) {
      for (const language of LANGUAGES) expect(explainWordsOf(language).CALLS[name], name).toBeDefined();
    }
  }
  const words = explainWordsOf('en');
  const scene = { network: live, words, warn: () => {}, remark: () => {} } as unknown as ExplainContext;
  const paying = Object.keys(words.CALLS).filter((name) => escrowCall(name, [], scene)?.stakes === 'money');
  expect(paying.sort()).toEqual([
    ...['fund_escrow', 'release_funds', 'release_milestone_funds', 'resolve_dispute', 'resolve_milestone_dispute'],
    ...['update_escrow', 'withdraw_remaining_funds'],
  ]);
});

test('warns when the service’s share goes to another account than the known one', () => {
  const release = (to: string, network: Network = live) => {
    const operation = call(escrow, 'release_funds', [addressValue(source), addressValue(to)]);
    return warningsOf(envelopeOf(operation), network).join('\n');
  };
  expect(release(other)).toContain(`Operation 1 pays the service’s share to ${other}; on sandbox it is known to go to`);
  expect(release(live.feeAddress as string)).not.toContain('known to go to');
  const { feeAddress, ...unknown } = live;
  expect(release(other, unknown)).not.toContain('known to go to');
});
