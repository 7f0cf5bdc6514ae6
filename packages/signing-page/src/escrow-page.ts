/** `/escrow/C…`: an escrow for anyone with its address, as the ledger reports it, whoever prepared it. */
import type { Desk } from '@countersign/core';
import type { EscrowReport, PublicHistory } from '@countersign/core/desk';
import { CountersignError } from '@countersign/core/errors';
import { decodeStrKey } from '@countersign/core/escrow';
import { readEscrowReport } from '@countersign/core/escrow-report';
import { createRateLimit } from '@countersign/local-http';
import type { Context, Hono } from 'hono';
import type { FirstView } from './page-html.ts';
import type { EscrowHistory, EscrowPageView } from './page-view.ts';
import { createSharedReads } from './shared-reads.ts';
import type { SignIn } from './sign-in.ts';

const ESCROW = '/escrow/:contract{C[A-Z2-7]{55}}';

/** For how long all visitors are served by one read of an escrow, and of an address that has none. */
const ESCROW_MS = 4_000;
const NO_ESCROW_MS = 30_000;
const HISTORY_MS = 60_000;
/** Reads that visitors cause: of each client, of all escrows that were read before, and of all other addresses. */
const CLIENT_A_MINUTE = 60;
const KNOWN_A_MINUTE = 240;
const NEW_A_MINUTE = 120;

export type EscrowPageOptions = {
  readonly desk: () => Promise<Desk>;
  readonly now: () => number;
  readonly html: (c: Context, read: FirstView) => Promise<Response>;
  readonly reply: (c: Context, body: unknown) => Response;
  readonly clientOf: (c: Context) => string;
} & SignIn;

/** @returns notes that a transaction of an escrow has settled: the next visitor is shown the escrow after it */
export function addEscrowPage(
  app: Hono,
  { desk, now, html, reply, clientOf, provenWallets }: EscrowPageOptions,
): (contract: string) => void {
  const reports = createSharedReads<EscrowReport>((report) => (isEscrow(report) ? ESCROW_MS : NO_ESCROW_MS), Date.now);
  const histories = createSharedReads<PublicHistory>(() => HISTORY_MS, Date.now);
  const [ofClient, ofKnown, ofNew] = [CLIENT_A_MINUTE, KNOWN_A_MINUTE, NEW_A_MINUTE].map((perMinute) =>
    createRateLimit(perMinute, Date.now),
  ) as [Limit, Limit, Limit];

  /** How long this visitor has to wait before a read; 0: it is counted. */
  const spend = (c: Context, contract: string): number => {
    const last = reports.last(contract);
    const shared = last !== undefined && isEscrow(last) ? ofKnown : ofNew;
    const waitMs = Math.max(ofClient.wait(clientOf(c)), shared.wait(''));
    if (waitMs > 0) return waitMs;
    ofClient.take(clientOf(c));
    shared.take('');
    return 0;
  };
  /** What was read before is better than nothing: it has the time at which it was read. */
  const shared = async <Value>(c: Context, reads: Reads<Value>, read: (contract: string) => Promise<Value>) => {
    const contract = c.req.param('contract') ?? '';
    const last = reads.last(contract);
    const waitMs = reads.isServed(contract) ? 0 : spend(c, contract);
    if (waitMs > 0 && last === undefined) throw new CountersignError('RATE_LIMITED', { retryAfterMs: waitMs });
    if (waitMs > 0 && last !== undefined) return last;
    return await reads
      .get(contract, () => read(contract))
      .catch((thrown: unknown) => {
        if (last === undefined) throw thrown;
        return last;
      });
  };

  const viewOf = async (c: Context): Promise<EscrowPageView> => {
    const report = await shared(c, reports, async (contract) => (await desk()).escrowForAnyone(contract));
    return { ...report, wallets: await provenWallets(c), now: now() };
  };

  app.get(ESCROW, (c) =>
    isContract(c.req.param('contract')) ? html(c, async () => ({ view: await viewOf(c) })) : c.notFound(),
  );
  app.get(`${ESCROW}/view`, async (c) =>
    isContract(c.req.param('contract')) ? reply(c, await viewOf(c)) : c.notFound(),
  );
  app.get(`${ESCROW}/history`, async (c) => {
    if (!isContract(c.req.param('contract'))) return c.notFound();
    const history = await shared(c, histories, async (contract) => (await desk()).escrowHistoryForAnyone(contract));
    return reply(c, { ...history, now: now() } satisfies EscrowHistory);
  });
  return (contract) => {
    reports.renew(contract);
    histories.renew(contract);
  };
}

type Limit = ReturnType<typeof createRateLimit>;
type Reads<Value> = ReturnType<typeof createSharedReads<Value>>;

function isEscrow(report: EscrowReport): boolean {
  try {
    return readEscrowReport(report).kind === 'escrow';
  } catch {
    return false;
  }
}

/** With its checksum: a mistyped address costs no read. */
const isContract = (contract: string): boolean => decodeStrKey(contract)?.kind === 'contract';
