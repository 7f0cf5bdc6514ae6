/** What a conversation plays in: a sandbox of its own, a data folder, and doors at which service and ledger may lie. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@countersign/escrow-service';
import { type Answerer, initOf, startAnswerer } from '@countersign/testkit/service/stand-in';
import type { WorldChange } from './conversation.ts';

export type World = {
  /** Settings of everything of ours that acts in it. */
  readonly env: Readonly<Record<string, string>>;
  /** How far its time is ahead of the machine's; a server takes it over when it starts. */
  readonly clock: { aheadMs: number };
  change(change: WorldChange): void;
  close(): Promise<void>;
};

export async function openWorld(settings: Readonly<Record<string, string>> = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-eval-'));
  const clock = { aheadMs: 0 };
  const sandbox = await startSandbox({ rateLimit: 0, now: () => Date.now() + clock.aheadMs });
  const state: Required<WorldChange> = { service: 'honest', ledger: 'answers' };
  const service = await startAnswerer((request) =>
    state.service !== 'honest' && request.url === '/helper/send-transaction'
      ? Response.json({
          status: 'SUCCESS',
          message: 'The transaction has been successfully sent to the Stellar network',
        })
      : passTo(sandbox.url)(request),
  );
  const rpc = await startAnswerer((request) => (state.ledger === 'silent' ? 'reset' : passTo(sandbox.rpcUrl)(request)));
  return {
    env: {
      ESCROW_API_URL: service.url,
      STELLAR_RPC_URL: rpc.url,
      STELLAR_NETWORK: 'sandbox',
      COUNTERSIGN_DATA_DIR: folder,
      // Links lead to the same port after a restart.
      COUNTERSIGN_PAGE_PORT: String(await freePort()),
      COUNTERSIGN_LOG: 'silent',
      ...settings,
    },
    clock,
    change: (change) => {
      state.service = change.service ?? state.service;
      state.ledger = change.ledger ?? state.ledger;
    },
    close: async () => {
      await Promise.all([service.close(), rpc.close()]);
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function passTo(url: string): Answerer {
  const { pathname } = new URL(url);
  return (request) => fetch(new URL(request.url === '/' ? pathname : request.url, url), initOf(request));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
