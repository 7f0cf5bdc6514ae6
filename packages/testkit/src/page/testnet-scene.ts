/** Desk and page on testnet, as far as they can tell: its RPC answers here, and includes what it is sent. */
import { createDesk, createSecretScanner, type Desk, openSqliteStore } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { newAccount } from '@countersign/sandbox-ledger/internal/entries';
import { serveSigningPage } from '@countersign/signing-page';
import { policy } from '../desk/test-desk.ts';
import { startRealNetwork, testnetBody } from '../escrow-service/real-network.ts';
import { notFound, sent, succeeded, TESTNET, usualAnswers } from '../rpc/rpc-answers.ts';
import type { Answer } from '../rpc/rpc-stand-in.ts';

const SEQUENCE = 5_173_325_824_000_000n;

export async function openTestnetScene() {
  const client = sandboxKeypair('client');
  const entriesAt = (sequence: bigint) => {
    const account = newAccount(client.publicKey(), 100_000_000n, sequence);
    return usualAnswers(client, [account]).getLedgerEntries[0] as (params: object) => Answer;
  };
  const [before, after] = [entriesAt(SEQUENCE), entriesAt(SEQUENCE + 1n)];
  const t = await startRealNetwork({ more: [newAccount(client.publicKey(), 100_000_000n, SEQUENCE)] });
  const taken: string[] = [];
  t.rpc.play({
    sendTransaction: [
      (params) => {
        taken.push(String(params['transaction']));
        return sent('PENDING')(params);
      },
    ],
    getTransaction: [(params) => (taken[0] === undefined ? notFound()(params) : succeeded(taken[0], client))],
    getLedgerEntries: [(params) => (taken.length === 0 ? before : after)(params)],
  });
  const page = await serveSigningPage({ desk: () => desk });
  const desk: Desk = createDesk({
    service: t.client,
    store: openSqliteStore(undefined, 'testnet', Date.now),
    network: TESTNET,
    policy: { ...policy, feeStop: 2_000, limits: [] },
    ledger: openLedger([t.rpc.url], TESTNET.passphrase),
    scanner: createSecretScanner(),
    now: Date.now,
    signUrl: page.signUrl,
  });
  return {
    desk,
    url: page.url,
    sent: taken,
    close: async () => {
      await page.close();
      await desk.close();
      await t.close();
    },
  };
}

export const testnetInput = () => testnetBody({ signer: sandboxKeypair('client').publicKey() });
