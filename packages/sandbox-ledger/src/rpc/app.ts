/**
 * The ledger's HTTP interface: JSON-RPC 2.0 at /rpc and friendbot at /friendbot, open to every web page like the real
 * ones. /archive, closed to web pages of other origins, archives a contract at once.
 */
import { limitBody, requireLoopbackHost, requireOwnOrigin } from '@countersign/local-http';
import { StrKey } from '@stellar/stellar-sdk/base';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import * as z from 'zod';
import type { Ledger } from '../ledger.ts';
import { EnvelopeError } from '../transaction/envelope.ts';
import { rpcMethods } from './methods.ts';
import { type Method, RpcError } from './params.ts';

/** A request holds one transaction (176 kB in base64) or 200 keys. */
const MAX_BODY_BYTES = 512 * 1024;

export function ledgerApp(ledger: Ledger, friendbotUrl: () => string, reportTrouble: ReportTrouble): Hono {
  const methods = rpcMethods(ledger, friendbotUrl);
  const app = new Hono();
  app.use(requireLoopbackHost);
  app.use(cors({ origin: '*', allowMethods: ['GET', 'POST'] }));
  app.use(limitBody(MAX_BODY_BYTES));
  app.post('/rpc', async (c) => {
    const reply = answerAll(await c.req.text(), { methods, reportTrouble });
    return reply === undefined ? c.body(null, 204) : c.json(reply);
  });
  app.on(['GET', 'POST'], '/friendbot', (c) => friendbot(c, ledger));
  app.post('/archive', requireOwnOrigin, (c) => archive(c, ledger));
  app.all('/rpc', (c) => c.json({ error: 'the RPC takes POST' }, 405, { Allow: 'POST' }));
  app.onError((error, c) => {
    reportTrouble('ledger', error);
    return c.json({ error: 'internal error' }, 500);
  });
  app.notFound((c) => c.json({ error: 'the RPC is at POST /rpc, friendbot at /friendbot?addr=G…' }, 404));
  return app;
}

/** The real friendbot's answer: the transaction that created the account, or a problem document. */
function friendbot(c: Context, ledger: Ledger): Response {
  const address = c.req.query('addr');
  const problem = (detail: string) =>
    c.json({ type: 'https://stellar.org/horizon-errors/bad_request', title: 'Bad Request', status: 400, detail }, 400);
  if (address === undefined || !StrKey.isValidEd25519PublicKey(address)) {
    return problem('addr must be an account address (G…)');
  }
  const funded = ledger.fund(address);
  if (funded === 'exists') {
    return problem('createAccountAlreadyExist: the account exists and is funded already; nothing more was given');
  }
  return c.json({
    successful: true,
    hash: funded.hash,
    envelope_xdr: funded.envelope,
    result_xdr: funded.result,
    result_meta_xdr: funded.meta,
  });
}

function archive(c: Context, ledger: Ledger): Response {
  const contract = c.req.query('contract') ?? '';
  if (!StrKey.isValidContract(contract)) return c.json({ error: 'contract must be a contract address (C…)' }, 400);
  if (!ledger.archive(contract)) return c.json({ error: 'nothing at this address can be archived' }, 404);
  return c.json({ archived: contract });
}

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

/** Reports internal errors to the operator; callers see no details. */
type ReportTrouble = (where: string, error: unknown) => void;

type Server = { readonly methods: Readonly<Record<string, Method>>; readonly reportTrouble: ReportTrouble };

type Reply = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: unknown }
  | { error: { code: number; message: string } }
);

/** @returns undefined where no request expects a reply */
function answerAll(body: string, server: Server): Reply | Reply[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return failure(null, -32700, 'parse error');
  }
  if (!Array.isArray(json)) return answer(json, server);
  if (json.length === 0) return failure(null, -32600, 'empty request batch');
  const replies = json.flatMap((request) => answer(request, server) ?? []);
  return replies.length === 0 ? undefined : replies;
}

function answer(json: unknown, { methods, reportTrouble }: Server): Reply | undefined {
  const request = requestSchema.safeParse(json);
  if (!request.success) return failure(null, -32600, 'invalid request');
  const { id = null, method, params } = request.data;
  const reply = run();
  // Like the real server: an id of null means a notification, which is executed but not answered.
  return id === null ? undefined : reply;

  function run(): Reply {
    if (!Object.hasOwn(methods, method)) return failure(id, -32601, 'method not found');
    try {
      return { jsonrpc: '2.0', id, result: (methods[method] as Method)(params) };
    } catch (error) {
      if (error instanceof RpcError) return failure(id, error.code, error.message);
      if (error instanceof EnvelopeError) return failure(id, -32602, `invalid_xdr: ${error.message}`);
      reportTrouble('ledger', error);
      return failure(id, -32603, 'internal error');
    }
  }
}

function failure(id: string | number | null, code: number, message: string): Reply {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
