/** `/escrow/C…`: an escrow for anyone with its address, as the ledger reports it, and the steps of its parties. */
import type { EscrowReport, PartyStepInput, PublicHistory } from '@countersign/core/desk';
import { CountersignError } from '@countersign/core/errors';
import { decodeStrKey } from '@countersign/core/escrow';
import { readEscrowReport } from '@countersign/core/escrow-report';
import { createRateLimit } from '@countersign/local-http';
import type { Context, Hono } from 'hono';
import { bodyOf, languageIn, type PageServer } from './http.ts';
import type { FirstView } from './page-html.ts';
import type { EscrowHistory, EscrowPageView, PreparedStepReply } from './page-view.ts';
import { createSharedReads, readLimited, type SharedReads } from './shared-reads.ts';
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
/** Of each client; each may ask the ledger, and the service. */
const STEPS_A_MINUTE = 20;
/** Whom the desk takes the visitors of escrows' pages for: they confirm nothing here. */
export const VISITOR = 'escrow page';

type EscrowPageOptions = PageServer & SignIn & { readonly html: (c: Context, read: FirstView) => Promise<Response> };

/** @returns notes that a transaction of an escrow has settled: the next visitor is shown the escrow after it */
export function addEscrowPage(
  app: Hono,
  { desk, publicUrl, now, html, reply, clientOf, provenWallets }: EscrowPageOptions,
): (contract: string) => void {
  const reports = createSharedReads<EscrowReport>((report) => (isEscrow(report) ? ESCROW_MS : NO_ESCROW_MS), Date.now);
  const histories = createSharedReads<PublicHistory>(() => HISTORY_MS, Date.now);
  const [ofClient, steps] = [createRateLimit(CLIENT_A_MINUTE, Date.now), createRateLimit(STEPS_A_MINUTE, Date.now)];
  const [ofKnown, ofNew] = [createRateLimit(KNOWN_A_MINUTE, Date.now), createRateLimit(NEW_A_MINUTE, Date.now)];

  /** Where it cannot be read now, what was read before is better than nothing, too. */
  const shared = async <Value>(c: Context, reads: SharedReads<Value>, read: (contract: string) => Promise<Value>) => {
    const contract = c.req.param('contract') ?? '';
    const last = reads.last(contract);
    const limits = () => {
      const report = reports.last(contract);
      return { client: clientOf(c), ofClient, ofAll: report !== undefined && isEscrow(report) ? ofKnown : ofNew };
    };
    return await readLimited(reads, contract, limits, () => read(contract)).catch((thrown: unknown) => {
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
  app.post(`${ESCROW}/prepare`, async (c) => {
    const retryAfterMs = steps.take(clientOf(c));
    if (retryAfterMs > 0) throw new CountersignError('RATE_LIMITED', { retryAfterMs });
    const step = { ...(await bodyOf(c)), escrow: c.req.param('contract') } as PartyStepInput;
    const visited = (await desk()).escrowPage(publicUrl && VISITOR, languageIn(c), await provenWallets(c));
    const { page } = await visited.prepareForParty(step, { signal: c.req.raw.signal });
    return reply(c, { page: `sign/${page}` } satisfies PreparedStepReply);
  });
  return (contract) => {
    reports.renew(contract);
    histories.renew(contract);
  };
}

function isEscrow(report: EscrowReport): boolean {
  try {
    return readEscrowReport(report).kind === 'escrow';
  } catch {
    return false;
  }
}

/** With its checksum: a mistyped address costs no read. */
const isContract = (contract: string): boolean => decodeStrKey(contract)?.kind === 'contract';
