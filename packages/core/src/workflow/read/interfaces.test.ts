/** What a contract's own code says is read from the ledger, and decides what is offered. */

import { codeOf as codeOfError } from '@countersign/testkit/desk/failure';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { codeWith, liveFunctions, type SpecFunctions } from '@countersign/testkit/fixtures/contract-code';
import {
  buildDeploy,
  NOW,
  request,
  requestInput,
  sandbox,
  signerKey,
  storedEscrow,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import {
  account,
  codeEntry,
  entries,
  escrowEntries,
  network as rpcNetwork,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import type { Network, Pins } from '../../escrow/network.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { parseSettings } from '../../settings/settings.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const [USDC] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const escrow = StrKey.encodeContract(new Uint8Array(32).fill(1));
const FACTORY = sandbox.factory as string;
const HELD = 1_000_000_000_000n;

type Code = ReturnType<typeof codeWith>;

/** A desk on a ledger that plays testnet, and whose escrow and factory run this code. @param listed the code entries */
async function deskOn({ hash }: Code, listed: readonly xdr.LedgerEntryData[]) {
  const { factory, wasmHash: pinned } = parseSettings({
    STELLAR_NETWORK: 'testnet',
    ESCROW_API_URL: 'https://service.example',
    ESCROW_API_DIALECT: 'v1',
    ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key',
    ESCROW_PINS: JSON.stringify({ factory: FACTORY, wasmHash: hash }),
  }).network;
  const pins = { factory, wasmHash: pinned } as Required<Pins>;
  const network: Network = { ...sandbox, ...pins, name: 'testnet' };
  const answered = entries(
    account(signerKey.publicKey()),
    tokenInstance(USDC.address, { asset: new Asset(USDC.code, USDC.issuer) }),
    tokenBalance(USDC.address, escrow, HELD),
    ...escrowEntries(escrow, { code: hash, escrow: liveMulti.encode(storedEscrow()), keptIn: 'entry' }),
    ...escrowEntries(FACTORY, { code: hash, escrow: xdr.ScVal.scvVoid(), keptIn: 'entry' }),
    ...listed,
  );
  let codesAsked = 0;
  const rpc = await startRpc({
    getNetwork: rpcNetwork(sandbox.passphrase),
    getLedgerEntries: (params: { readonly keys?: readonly string[] }) => {
      const keys = (params.keys ?? []).map((key) => xdr.LedgerKey.fromXdr(key, 'base64'));
      if (keys.some(({ type }) => type === 'contractCode')) codesAsked += 1;
      return answered(params);
    },
  });
  const wasmHash = Uint8Array.from(Buffer.from(hash, 'hex'));
  const service = await startScriptedService(
    answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(request(), { wasmHash }) }),
  );
  const now = () => NOW * 1_000;
  const store = openSqliteStore(undefined, 'testnet', now);
  onTestFinished(store.close);
  const desk = createTestDesk({
    service: service.client({ now }),
    store,
    network,
    patience: HURRY,
    now,
    ledger: openLedger([rpc.url], sandbox.passphrase),
  });
  return { desk, codesAsked: () => codesAsked };
}

const codeOf = (changes: SpecFunctions = {}) => codeWith(liveFunctions('multi', 'testnet', changes));
const listing = async (code: Code) => await deskOn(code, [codeEntry(code.bytes)]);
const releaseEarly = { escrow, milestone: 1 };

test('suggests the steps whose functions the code has as they are known', async () => {
  const { desk, codesAsked } = await listing(codeOf());
  const view = await desk.get({ contractId: escrow });
  expect(view.turn?.map(({ action }) => action)).toContain('change-status');
  expect(await codeOfError(desk.prepare('release', releaseEarly))).toBe('STEP_NOT_POSSIBLE');
  expect(await desk.prepare('deploy', requestInput())).toMatchObject({ checked: 'verified' });
  // Read at the first use, and kept.
  expect(codesAsked()).toBe(1);
});

test('does not suggest or offer a step whose signature differs', async () => {
  const { desk } = await listing(
    codeOf({ change_milestone_status: ['i128', 'string', 'string', 'address'], release_milestone_funds: undefined }),
  );
  const view = await desk.get({ contractId: escrow });
  expect(view.turn).toEqual([]);
  expect(view.next).toContain('own code describes it differently');
  expect(await desk.balancesAndTurns({ addresses: [escrow] })).toMatchObject({ turns: [{ turn: [] }] });
  await expect(
    desk.prepare('change-status', { escrow, milestone: 1, status: 'done', evidence: 'https://x.example' }),
  ).rejects.toMatchObject({
    code: 'INTERFACE_DIFFERS',
    detail: 'change_milestone_status(i128, string, string, address)',
    retryable: false,
  });
  await expect(desk.prepare('release', releaseEarly)).rejects.toMatchObject({
    code: 'INTERFACE_DIFFERS',
    detail: 'release_milestone_funds: –',
  });
});

test.each([
  ['the factory’s function', { tw_new_multi_release_escrow: ['address', 'bytes32', 'bytes32'] }],
  ['the initialiser', { initialize_escrow: ['address'] }],
] as const)('does not offer a deploy where %s differs', async (_, changes) => {
  const { desk } = await listing(codeOf(changes));
  expect(await codeOfError(desk.prepare('deploy', requestInput()))).toBe('INTERFACE_DIFFERS');
});

test('does not offer a payment where the function that takes it differs', async () => {
  const { desk } = await listing(codeOf({ fund_escrow: ['address', 'i128'] }));
  const asked = { escrow, signer: signerKey.publicKey(), amount: '1' };
  expect(await codeOfError(desk.prepare('fund', asked))).toBe('INTERFACE_DIFFERS');
});

test('leaves everything as it is where the RPC gives no code, or bytes that are not that code', async () => {
  const code = codeOf({ initialize_escrow: undefined, change_milestone_status: undefined });
  const other = codeEntry(codeOf().bytes, Uint8Array.from(Buffer.from(code.hash, 'hex')));
  for (const listed of [[], [other]]) {
    const { desk } = await deskOn(code, listed);
    expect((await desk.get({ contractId: escrow })).turn?.map(({ action }) => action)).toContain('change-status');
    expect(await codeOfError(desk.prepare('release', releaseEarly))).toBe('STEP_NOT_POSSIBLE');
    expect(await desk.prepare('deploy', requestInput())).toMatchObject({ checked: 'verified' });
  }
});
