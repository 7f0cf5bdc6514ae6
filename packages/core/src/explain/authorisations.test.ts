/** What an authorisation allows beyond its own call. */
import {
  addressValue,
  call,
  escrow,
  explain,
  i128,
  invocationOf,
  other,
  source,
  textOf,
  third,
  usdc,
  warned,
} from '@countersign/testkit/fixtures/explain-fixture';
import { Address, authorizeInvocation, Keypair, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';

describe('authorisations', () => {
  const release = invocationOf(escrow, 'release_funds', [addressValue(source)]);
  const theft = invocationOf(usdc.address, 'transfer', [addressValue(source), addressValue(third), i128(70_000_000n)]);
  const allowed = (invocation: xdr.InvokeContractArgs, subInvocations: xdr.SorobanAuthorizedInvocation[] = []) =>
    new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invocation),
      subInvocations,
    });
  const bySource = (rootInvocation: xdr.SorobanAuthorizedInvocation) =>
    new xdr.SorobanAuthorizationEntry({
      credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
      rootInvocation,
    });
  const released = (auth: xdr.SorobanAuthorizationEntry[]) =>
    call(escrow, 'release_funds', [addressValue(source)], auth);

  /** What is warned of next to the call itself. */
  const warningsAbout = (operation: xdr.Operation) =>
    warned(operation).filter((text) => !text.includes('calls release_funds'));

  test('raise no warning when they cover only the call itself', () => {
    const plain = released([bySource(allowed(release))]);
    expect(textOf(plain)).toContain('; it authorises only this call.');
    expect(warningsAbout(plain)).toEqual([]);
  });

  test('describes a payment below the call in full', () => {
    const hidden = released([bySource(allowed(release, [allowed(theft)]))]);
    expect(textOf(hidden)).toContain('authorises more than this call');
    expect(warningsAbout(hidden)).toEqual([
      expect.stringContaining(`${source} allows this call, and below it: Moves 7 USDC from ${source} to ${third}`),
    ]);
  });

  test('describes in full another call in place of this one, and one by another account', () => {
    const credentials = xdr.SorobanCredentials.sorobanCredentialsAddress(
      new xdr.SorobanAddressCredentials({
        address: Address.fromString(other).toScAddress(),
        nonce: 1n,
        signatureExpirationLedger: 77,
        signature: xdr.ScVal.scvVoid(),
      }),
    );
    const odd = released([
      bySource(allowed(theft)),
      new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation: allowed(release) }),
    ]);
    expect(warningsAbout(odd)).toEqual([
      expect.stringContaining('allows another call: Moves 7 USDC'),
      expect.stringContaining(`${other} (by itself: not signed, until ledger 77) allows this call`),
    ]);
  });

  test('names the signer and the end of an authorisation that another account signed, in either form', async () => {
    const signer = Keypair.random();
    for (const authV2 of [false, true]) {
      const invocation = allowed(release);
      const terms = { signer, validUntilLedgerSeq: 88, invocation, networkPassphrase: 'Any network', authV2 };
      expect(warningsAbout(released([await authorizeInvocation(terms)]))).toEqual([
        expect.stringContaining(
          `${signer.publicKey()} (by itself: a signature that was not checked here, until ledger 88) allows this call`,
        ),
      ]);
    }
  });

  test('folds equal authorisations, in entries and below a call', () => {
    const theftWords = `Moves 7 USDC from ${source} to ${third}`;
    const many = released(Array.from({ length: 60 }, () => bySource(allowed(theft))));
    expect(warningsAbout(many)).toEqual([
      expect.stringMatching(new RegExp(`allows another call: ${theftWords} .*\\(and 59 more like it\\)\\.$`)),
    ]);
    const below = Array.from({ length: 60 }, () => allowed(theft));
    expect(warningsAbout(released([bySource(allowed(release, below))]))).toEqual([
      expect.stringMatching(new RegExp(`and below it: ${theftWords} .*\\(and 59 more like it\\)\\.$`)),
    ]);
  });

  test('shows an authorisation that hands a token over first, behind any number of others', () => {
    const handOver = invocationOf(usdc.address, 'set_admin', [addressValue(third)]);
    const small = (index: number) =>
      allowed(
        invocationOf(usdc.address, 'transfer', [addressValue(source), addressValue(other), i128(BigInt(index + 1))]),
      );
    const others = Array.from({ length: 400 }, (_, index) => small(index));
    const hidden = explain(released([bySource(allowed(release, [...others, allowed(handOver)]))])).warnings;
    expect(hidden[0]).toEqual({
      stakes: 'control',
      text: expect.stringContaining(`and below it: Makes ${third} the administrator of the token`),
    });
    expect(hidden.filter(({ stakes }) => stakes === 'money')).toHaveLength(201);
    expect(hidden.find(({ text }) => text.startsWith('and '))).toEqual({
      stakes: 'money',
      text: 'and 201 more warnings like these',
    });
    // However deep, it is found.
    const deep = Array.from({ length: 60 }).reduce<xdr.SorobanAuthorizedInvocation>(
      (below, _, index) => allowed(small(index).function.value as xdr.InvokeContractArgs, [below]),
      allowed(handOver),
    );
    expect(explain(released([bySource(allowed(release, [deep]))])).warnings[0]?.stakes).toBe('control');
  });
});
