/** A sandbox behind a service that lies about what it is sent, and desks on it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Desk } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { answer, initOf, startStandIn } from '@countersign/testkit/service/stand-in';
import { type Keypair, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Api, Server } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';

const network = NETWORKS.sandbox;
export const client = sandboxKeypair('client');
export const [, , , arbiter] = SANDBOX_ACCOUNTS;

/** What the lying service does with a submission: it passes it on or not, and answers something. */
export type Lie = (pass: () => Promise<{ status: number; body: string }>) => Promise<{ status: number; body: string }>;

let sandbox: Sandbox;
export let service: { readonly url: string; lie: Lie | undefined; close(): Promise<void> };
/** The clock that ledger, service and desks share. */
export const clock = { now: Date.UTC(2026, 10, 22, 12) };
export const time = () => clock.now + Math.floor(performance.now());
/** So that each test asks for an escrow of its own. */
export let counted = 0;

/** At the top of each file that uses it. */
export function setUpLyingService(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 0, now: () => time() });
    service = await startLyingService();
  });
  afterAll(async () => {
    await service.close();
    await sandbox.close();
  });
  beforeEach(() => {
    counted += 1;
    clock.now += 1_000_000;
  });
}

async function startLyingService() {
  const { url, close } = await startStandIn(async (response, request) => {
    const pass = async () => {
      const reply = await fetch(`${sandbox.url}${request.url}`, initOf(request));
      return { status: reply.status, body: await reply.text() };
    };
    const isSend = request.url.includes('send-transaction');
    const { status, body } = isSend && lying.lie !== undefined ? await lying.lie(pass) : await pass();
    return answer(status, body)(response, request);
  });
  const lying = { url, close, lie: undefined as Lie | undefined };
  return lying;
}

export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'countersign-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

type AttackDeskOptions = {
  readonly dataDir?: string;
  readonly now?: () => number;
  readonly reached?: (step: string) => void;
  readonly limits?: readonly { readonly by: 'operator'; readonly maxPerDay: string }[];
  readonly isLedgerAsked?: boolean;
};

export function openDesk({
  dataDir,
  now = time,
  reached,
  limits = [],
  isLedgerAsked = true,
}: AttackDeskOptions = {}): Desk {
  const desk = openDeskOfTest({
    on: { ...sandbox, url: service.url },
    folder: dataDir,
    policy: { ...policy, limits },
    now,
    patience: { alignMs: 1_000, acceptedMs: 100, unknownMs: 100, askEveryMs: 50, followEveryMs: 1_000, leaseMs: 1_000 },
    signUrl: (page) => `http://127.0.0.1/sign/${page}`,
    ...(reached === undefined ? {} : { onCheckpoint: reached }),
    ledger: isLedgerAsked ? openLedger([sandbox.rpcUrl], network.passphrase, { now }) : undefined,
  });
  service.lie = undefined;
  return desk;
}

/** For a different escrow in each test. */
export const asked = (changes: Record<string, unknown> = {}) =>
  ({ ...REQUEST, engagementId: `ATTACK-${counted}`, ...changes }) as never;

export function signed(unsignedXdr: string | undefined, key: Keypair = client): string {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr ?? '', network.passphrase) as Transaction;
  transaction.sign(key);
  return transaction.toXdr();
}

const ledger = () => new Server(sandbox.rpcUrl, { allowHttp: true });

/** As a wallet does that submits by itself. */
export async function sendByWallet(signedXdr: string): Promise<string> {
  const transaction = TransactionBuilder.fromXdr(signedXdr, network.passphrase) as Transaction;
  return (await ledger().sendTransaction(transaction)).status;
}

/** How many of these transactions the ledger has as successful. */
export async function settledOf(...hashes: readonly string[]): Promise<number> {
  const found = await Promise.all(hashes.map((hash) => ledger().getTransaction(hash)));
  return found.filter(({ status }) => status === Api.GetTransactionStatus.SUCCESS).length;
}

/** Signs and submits everything that a desk transactions for a request, and counts how many settled. */
export async function settleAgain(desk: Desk, before: string, request: unknown): Promise<number> {
  const prepared = await desk.prepare('deploy', request as never).catch(() => undefined);
  if (prepared === undefined) return await settledOf(before);
  await desk.submit({ signedXdr: signed(prepared.unsignedXdr), id: prepared.id }).catch(() => undefined);
  return await settledOf(before, prepared.transactionHash);
}
