import { liveSingle } from '@countersign/core/kinds';
import { address } from '@countersign/testkit/ledger/sandbox-client';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { buildStep } from './build-call.ts';
import type { Call } from './call.ts';

test('refuses to build a release when the network’s fee address is unknown, and asks no network', async () => {
  const asked = { contractId: 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA', signer: address('client') };
  const step = { kind: liveSingle, act: 'release', request: asked, decimals: 7, escrow: xdr.ScVal.scvVoid() } as const;
  const call = { network: { name: 'testnet' } } as Call;
  await expect(buildStep(call, step)).rejects.toThrow('does not know who gets its fee');
});
