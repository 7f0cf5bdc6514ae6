/** What a deploy and a deposit touch, as the live factories and contracts touch it; their other rules are in `../escrow`. */
import { randomBytes } from 'node:crypto';
import { contractIdFor } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import {
  deployLiveEscrow,
  liveDeployCall,
  liveEscrowValue,
  livePins,
  V1,
} from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  PASSPHRASE,
  prepareCall,
  settle,
  simulateCall,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Asset, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { addressValue, i128, symbol, unitKey } from '../../host/values.ts';
import { accountKey, codeKey, contractDataKey, instanceKey, keyText, trustlineKey } from '../../keys.ts';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

const RELEASES = ['multi', 'single'] as const;
const client = demoKeypair('client');
const ESCROW = unitKey('Escrow');
const asset = new Asset(TOKEN.code, TOKEN.issuer);
const balanceOf = (holder: string) =>
  contractDataKey(TOKEN.address, xdr.ScVal.scvVec([symbol('Balance'), addressValue(holder)]));
const texts = (keys: readonly xdr.LedgerKey[]) => keys.map(keyText).sort();

function touchedBy(transaction: Transaction) {
  const { ext } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx;
  const { readOnly, readWrite } = (ext as xdr.TransactionExtSorobanData).sorobanData.resources.footprint;
  const [{ auth }] = transaction.operations as unknown as [{ auth: xdr.SorobanAuthorizationEntry[] }];
  return {
    readOnly: texts(readOnly),
    readWrite: texts(readWrite),
    authorised: auth.map(({ rootInvocation }) => rootInvocation.subInvocations.length),
  };
}

test('the sandbox has both factories, and the fee account with a trustline', async () => {
  for (const release of RELEASES) {
    const { executable, storage } = await t.rpc.getContractInstance(livePins(release).factory);
    expect(storage ?? []).toEqual([]);
    expect((executable as xdr.ContractExecutableWasm).wasmHash.toString()).toBe(livePins(release).wasmHash);
  }
  const { balanceEntry } = await t.rpc.getAssetBalance(V1.feeAddress as string, asset, PASSPHRASE);
  expect(balanceEntry).toMatchObject({ amount: '0', authorized: true });
});

describe.each(RELEASES)('a %s-release escrow', (release) => {
  const { factory, wasmHash } = livePins(release);
  const code = codeKey(Buffer.from(wasmHash, 'hex'));

  test('is created in an entry of its own; the deploy touches what a real one touches', async () => {
    const salt = randomBytes(32);
    const transaction = await prepareCall(t, client, ...liveDeployCall(release, liveEscrowValue(release), salt));
    const contractId = contractIdFor(factory, salt, PASSPHRASE);
    expect(touchedBy(transaction)).toEqual({
      readOnly: texts([
        contractDataKey(factory, ESCROW),
        instanceKey(factory),
        code,
        ...(release === 'multi' ? [instanceKey(TOKEN.address), balanceOf(contractId)] : []),
      ]),
      readWrite: texts([contractDataKey(contractId, ESCROW), instanceKey(contractId)]),
      authorised: [0],
    });
    expect(await settle(t, transaction)).toBe('txSuccess');
    const { storage, executable } = await t.rpc.getContractInstance(contractId);
    expect(storage ?? []).toEqual([]);
    expect((executable as xdr.ContractExecutableWasm).wasmHash.toString()).toBe(wasmHash);
    const { val } = await t.rpc.getContractData(contractId, ESCROW);
    expect((val as xdr.LedgerEntryDataContractData).contractData.val.equals(liveEscrowValue(release))).toBe(true);
  });

  test('is funded by a call that touches what a real one touches, and authorises the transfer', async () => {
    const escrow = await deployLiveEscrow(t, release, { engagementId: 'funded' });
    const stored = liveEscrowValue(release, { engagementId: 'funded' });
    const args = [addressValue(address('client')), stored, i128(105_000_000n)];
    expect(touchedBy(await prepareCall(t, client, escrow, 'fund_escrow', ...args))).toEqual({
      // The issuer’s account decides whether a contract may hold the token, which is asked as the first of it comes.
      readOnly: texts([
        contractDataKey(escrow, ESCROW),
        instanceKey(escrow),
        instanceKey(TOKEN.address),
        code,
        accountKey(TOKEN.issuer),
      ]),
      readWrite: texts([trustlineKey(address('client'), asset), balanceOf(escrow)]),
      authorised: [1],
    });
  });
});

test('a multi-release escrow cannot be created at an address with a balance', async () => {
  const salt = randomBytes(32);
  const pay = async (release: Release) => {
    const to = addressValue(contractIdFor(livePins(release).factory, salt, PASSPHRASE));
    const transfer = [addressValue(address('client')), to, i128(1n)] as const;
    expect(await settle(t, await prepareCall(t, client, TOKEN.address, 'transfer', ...transfer))).toBe('txSuccess');
    return simulateCall(t, ...liveDeployCall(release, liveEscrowValue(release), salt));
  };
  await expect(pay('multi')).rejects.toThrow('Error(Contract, #10)');
  await expect(pay('single')).resolves.toBeDefined();
});
