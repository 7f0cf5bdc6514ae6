/** What a contract's own code says is read from the ledger, and decides what is offered. */

import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
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
import { createPart } from '@countersign/testkit/record/part';
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
import { expect, test } from 'vitest';
import { toCountersignError } from '../../errors/errors.ts';
import type { Network, Pins } from '../../escrow/network.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { parseSettings } from '../../settings/settings.ts';

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
  const [now, ledger] = [() => NOW * 1_000, openLedger([rpc.url], sandbox.passphrase)];
  const desk = openDeskOfTest({ service: service.client({ now }), network, patience: HURRY, now, ledger });
  return { desk, codesAsked: () => codesAsked };
}

const codeOf = (changes: SpecFunctions = {}) => codeWith(liveFunctions('multi', 'testnet', changes));
const own = codeOf({ initialize_escrow: undefined, change_milestone_status: undefined });

const CODES: Readonly<Record<string, readonly [code: Code, listed: readonly xdr.LedgerEntryData[] | undefined]>> = {
  'with all functions as they are known': [codeOf(), undefined],
  'with two steps that differ': [
    codeOf({ change_milestone_status: ['i128', 'string', 'string', 'address'], release_milestone_funds: undefined }),
    undefined,
  ],
  'with another function of the factory': [
    codeOf({ tw_new_multi_release_escrow: ['address', 'bytes32', 'bytes32'] }),
    undefined,
  ],
  'with another initialiser': [codeOf({ initialize_escrow: ['address'] }), undefined],
  'with another function that takes a payment': [codeOf({ fund_escrow: ['address', 'i128'] }), undefined],
  'that the RPC does not list': [own, []],
  'for which the RPC lists other bytes': [
    own,
    [codeEntry(codeOf().bytes, Uint8Array.from(Buffer.from(own.hash, 'hex')))],
  ],
};

test('suggests and offers only what the contract’s own code has as it is known, which is read once', async () => {
  const part = createPart();
  const answered = (call: Promise<object>) =>
    call.then(
      ({ checked = 'done' }: { checked?: string }) => checked,
      (error: unknown) => {
        const { code, detail } = toCountersignError(error);
        return [code, detail].filter(Boolean).join(' | ');
      },
    );
  for (const [title, [code, listed = [codeEntry(code.bytes)]]] of Object.entries(CODES)) {
    const { desk, codesAsked } = await deskOn(code, listed);
    const { turn = [], next } = await desk.get({ contractId: escrow });
    const { turns } = await desk.balancesAndTurns({ addresses: [escrow] });
    part.note(title, { turn: turn.map(({ action }) => action), turns: turns.map((each) => each.turn?.length), next });
    const calls = {
      release: () => desk.prepare('release', { escrow, milestone: 1 }),
      report: () => desk.prepare('change-status', { escrow, milestone: 1, status: 'done', evidence: 'Files' }),
      fund: () => desk.prepare('fund', { escrow, signer: signerKey.publicKey(), amount: '1' }),
      deploy: () => desk.prepare('deploy', requestInput()),
    };
    for (const [name, call] of Object.entries(calls)) part.note(`  ${name}`, await answered(call()));
    part.note(`  codes asked: ${codesAsked()}`);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/interfaces.txt');
});
