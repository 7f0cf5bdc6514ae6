/** A Stellar RPC that answers “there is none” proves nothing by that alone (decision 93). */

import { failure, openDesk as openScripted, prepared } from '@countersign/testkit/desk/scripted-desk';
import { NOW, requestInput, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import {
  type Answer,
  account,
  archived,
  entries,
  network,
  startRpc,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { openLedger } from '../../ledger/open-ledger.ts';
import { createDesk } from '../create-desk.ts';

const [USDC] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const ELSEWHERE = StrKey.encodeContract(new Uint8Array(32).fill(99));
/** That a network has this is certain. */
const TOKEN = tokenInstance(USDC.address, { asset: new Asset(USDC.code, USDC.issuer) });
const MISSING = { latestLedger: 9, error: 'HostError: Error(Storage, MissingValue)\n\nEvent log', events: [] };
const notFound = (closed: number) => ({
  status: 'NOT_FOUND',
  oldestLedger: 1,
  latestLedger: 9,
  oldestLedgerCloseTime: '0',
  latestLedgerCloseTime: String(closed),
});
/** Everything that is asked for is not there. */
const EMPTY = { getLedgerEntries: entries(), simulateTransaction: MISSING, getTransaction: notFound(NOW) };

async function openDesk(rpc: Record<string, Answer>) {
  const answers: Record<string, Answer> = { getNetwork: network(sandbox.passphrase), ...rpc };
  const { url } = await startRpc(answers);
  const { parts, clock } = await openScripted({}, prepared());
  const ledger = openLedger([url], sandbox.passphrase, { now: parts.now });
  return { desk: createDesk({ ...parts, patience: HURRY, ledger }), answers, clock };
}

test('a transaction has not expired because its account is not listed for a moment', async () => {
  const { desk, answers, clock } = await openDesk({
    getLedgerEntries: entries(account(signerKey.publicKey()), TOKEN),
  });
  const { id } = await desk.prepare('deploy', requestInput());
  Object.assign(answers, EMPTY);
  expect(await desk.get({ id })).toMatchObject({ status: 'prepared' });
  // History shows that its time is over, and that it was not included.
  clock.now = (NOW + 200) * 1_000;
  answers['getTransaction'] = notFound(NOW + 150);
  expect(await desk.get({ id })).toMatchObject({ status: 'unknown', by: 'here' });
  // And so does a later one.
  answers['getLedgerEntries'] = { latestLedger: 10, entries: [] };
  answers['getTransaction'] = { ...notFound(NOW + 150), latestLedger: 10 };
  expect(await desk.get({ id })).toMatchObject({ status: 'expired', by: 'ledger' });
});

test('does not end a transaction by the time of one node when another one, which is behind, has its account', async () => {
  const listed = entries(account(signerKey.publicKey()), TOKEN);
  const { desk, answers, clock } = await openDesk({ getLedgerEntries: listed });
  const { id } = await desk.prepare('deploy', requestInput());
  clock.now = (NOW + 200) * 1_000;
  const statusAt = async (latestLedger: number, known: number) => {
    answers['getLedgerEntries'] = (params: Parameters<typeof listed>[0]) => ({ ...listed(params), latestLedger });
    answers['getTransaction'] = { ...notFound(NOW + 150), latestLedger: known };
    return (await desk.get({ id })).status;
  };
  expect([await statusAt(20, 25), await statusAt(21, 26)]).toEqual(['unknown', 'unknown']);
  expect([await statusAt(26, 26), await statusAt(27, 27)]).toEqual(['unknown', 'expired']);
});

test.each<[string, Record<string, Answer>, string, RegExp]>([
  ['lists nothing at all', EMPTY, 'SERVICE_UNREACHABLE', /could not be asked/],
  [
    'lists nothing there, and cannot say whether it is archived',
    { ...EMPTY, simulateTransaction: { ...MISSING, error: 'HostError: Error(Budget, ExceededLimit)' } },
    'SERVICE_UNREACHABLE',
    /could not be asked/,
  ],
  ['restores what is archived', { ...EMPTY, simulateTransaction: archived(ELSEWHERE) }, 'ESCROW_ARCHIVED', /archived/],
  ['has everything else', { ...EMPTY, getLedgerEntries: entries(TOKEN) }, 'INPUT_INVALID', /./],
])('a payment: an RPC that %s', async (_, rpc, code, message) => {
  const { desk } = await openDesk(rpc);
  const error = await failure(desk.prepare('fund', { escrow: ELSEWHERE, signer: signerKey.publicKey(), amount: '1' }));
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('no escrow counts as absent by an RPC that lists nothing at all', async () => {
  const { desk, answers } = await openDesk(EMPTY);
  const messageOf = async () => (await failure(desk.get({ contractId: ELSEWHERE }))).message;
  expect(await messageOf()).toContain('it could not be learned whether one is archived');
  const { balances } = await desk.balances({ addresses: [ELSEWHERE] }).catch(() => ({ balances: [] }));
  expect(JSON.stringify(balances)).not.toContain('No contract exists');
  answers['getLedgerEntries'] = entries(TOKEN);
  expect(await messageOf()).toContain('no contract');
});
