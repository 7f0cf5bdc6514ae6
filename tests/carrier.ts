/** The specification of a carrier: what each one must do, on a real ledger. A carrier's own test calls `describeCarrier`. */
import { readTransaction } from '@countersign/core/envelope';
import type { CountersignError } from '@countersign/core/errors';
import type { ActionName, RequestOf } from '@countersign/core/internal/actions/action';
import { actionOf } from '@countersign/core/internal/actions/actions';
import type { Carrier } from '@countersign/core/internal/workflow/model/carrier';
import { NETWORKS } from '@countersign/core/network';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';

export type CarrierScene<Name extends ActionName> = {
  readonly name: Name;
  carrier(): Carrier<Name>;
  /** One that reaches no one. */
  nowhere(): Carrier<Name>;
  /** A request that the ledger can carry out, another one each time. */
  request(): RequestOf<Name>;
  readonly signer: Keypair;
  readonly stranger: Keypair;
  /** Whether Stellar RPC sends it. A service may have passed on what it says was refused. */
  readonly isByRpc?: true;
};

const { passphrase } = NETWORKS.sandbox;
const UNREACHABLE = expect.stringMatching(/^(?:SERVICE|RPC)_UNREACHABLE$/);

export function describeCarrier<Name extends ActionName>(scene: CarrierScene<Name>): void {
  describe(`the carrier of ${scene.name}`, () => {
    const build = (request: RequestOf<Name>) => scene.carrier().build(request, {});

    test('builds exactly what was asked for', async () => {
      const request = scene.request();
      const read = readTransaction(await build(request), passphrase);
      const now = Math.floor(Date.now() / 1_000);
      const policy = { network: NETWORKS.sandbox, maxFee: 50_000_000n, now };
      expect(actionOf(scene.name).check(read, request, policy)).toMatchObject({ level: 'verified' });
      expect(read.signatures).toEqual([]);
    });

    test('builds nothing for an account that does not exist', async () => {
      const request = { ...scene.request(), signer: scene.stranger.publicKey() };
      await expect(build(request)).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' });
    });

    test('sends a signed transaction, and reports the same if it is sent again', async () => {
      const signedXdr = signWith(scene.signer, await build(scene.request()));
      expect(await scene.carrier().send(signedXdr, {})).toMatchObject({ kind: 'accepted' });
      expect(await scene.carrier().send(signedXdr, {})).toMatchObject({ kind: 'accepted' });
    });

    test('reports a refusal as what its sender may know of it', async () => {
      const first = await build(scene.request());
      const second = await build(scene.request());
      expect(await scene.carrier().send(signWith(scene.signer, first), {})).toMatchObject({ kind: 'accepted' });
      const refusal = async (signedXdr: string) =>
        await scene
          .carrier()
          .send(signedXdr, {})
          .catch(({ code }: CountersignError) => ({ kind: code }));
      // Both were built for one sequence number.
      const [used, forged] = scene.isByRpc ? ['SEQUENCE_TAKEN', 'NETWORK_REFUSED'] : ['unknown', 'unknown'];
      expect(await refusal(signWith(scene.signer, second))).toMatchObject({ kind: used });
      expect(await refusal(signWith(scene.stranger, await build(scene.request())))).toMatchObject({ kind: forged });
    });

    test('throws if no one was reached, since nothing was sent', async () => {
      const signedXdr = signWith(scene.signer, await build(scene.request()));
      await expect(scene.nowhere().build(scene.request(), {})).rejects.toMatchObject({ code: UNREACHABLE });
      await expect(scene.nowhere().send(signedXdr, {})).rejects.toMatchObject({ code: UNREACHABLE });
    });
  });
}
