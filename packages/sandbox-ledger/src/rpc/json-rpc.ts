/** JSON-RPC 2.0 like the real server: single requests and batches; notifications get no reply. */
import * as z from 'zod';
import { EnvelopeError } from '../transaction/envelope.ts';
import { type Method, RpcError } from './params.ts';

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

/** Reports internal errors to the operator; callers see no details. */
export type ReportTrouble = (where: string, error: unknown) => void;

type Server = { readonly methods: Readonly<Record<string, Method>>; readonly reportTrouble: ReportTrouble };

type Reply = { jsonrpc: '2.0'; id: string | number | null } & (
  | { result: unknown }
  | { error: { code: number; message: string } }
);

/** @returns undefined where no request expects a reply */
export function answerAll(body: string, server: Server): Reply | Reply[] | undefined {
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
