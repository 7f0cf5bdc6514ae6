/** A door before a real Stellar RPC: what was asked through it, and what a test has it answer in its place. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ESCROW_KINDS, type EscrowOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import { onTestFinished } from 'vitest';

type Question = { readonly id: unknown; readonly method: string; readonly params: unknown };
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test makes of it
type Reply = any;

export type RpcProxy = {
  readonly url: string;
  /** Methods, in order. */
  readonly asked: string[];
  /** Changes an answer; `httpAnswer` gives one of HTTP, and a thrown error hangs up. Absent: everything is passed on. */
  answer: ((question: Question, pass: () => Promise<Reply>) => Promise<Reply>) | undefined;
};

/** In place of an answer of JSON-RPC. */
class HttpAnswer {
  status = 200;
  headers: Readonly<Record<string, string>> = {};
  body = '';
}

export const httpAnswer = (status: number, headers: HttpAnswer['headers'] = {}, body = ''): Reply =>
  Object.assign(new HttpAnswer(), { status, headers, body });

export const isHttpAnswer = (reply: unknown): boolean => reply instanceof HttpAnswer;

/** What answers behind it: an address, or methods in this process. */
type Target = string | ((method: string, params: unknown) => unknown);

export async function startRpcProxy(target: Target): Promise<RpcProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const question = JSON.parse(body) as Question;
    proxy.asked.push(question.method);
    const headers = { 'content-type': 'application/json' };
    const pass = async () =>
      typeof target === 'string'
        ? (await fetch(target, { method: 'POST', headers, body })).json()
        : answerOf(question, target);
    try {
      const reply = proxy.answer === undefined ? await pass() : await proxy.answer(question, pass);
      if (reply instanceof HttpAnswer) response.writeHead(reply.status, reply.headers).end(reply.body);
      else response.writeHead(200, headers).end(JSON.stringify(reply));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const proxy: RpcProxy = { url, asked: [], answer: undefined };
  return proxy;
}

function answerOf({ id, method, params }: Question, target: Exclude<Target, string>): Reply {
  try {
    return { jsonrpc: '2.0', id, result: target(method, params) };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: -32_600, message: (error as Error).message } };
  }
}

type Entry = { readonly key: string; readonly xdr: string };

/** @param lie what it makes of every escrow that it is asked for; undefined: the truth again */
export function lieAboutEscrows(proxy: RpcProxy, lie: ((escrow: EscrowOnChain) => EscrowOnChain) | undefined): void {
  proxy.answer =
    lie &&
    (async ({ method }, pass) => {
      const reply = await pass();
      if (method !== 'getLedgerEntries') return reply;
      const entries = (reply.result.entries as Entry[]).map((entry) => ({ ...entry, xdr: altered(entry.xdr, lie) }));
      return { ...reply, result: { ...reply.result, entries } };
    });
}

/** An escrow is kept as an entry of its own, or in its contract's instance. */
function altered(text: string, lie: (escrow: EscrowOnChain) => EscrowOnChain): string {
  const data = xdr.LedgerEntryData.fromXdr(text, 'base64');
  if (data.type !== 'contractData') return text;
  const { contractData } = data;
  const { val } = contractData;
  if (val.type === 'scvContractInstance') {
    const { instance } = val;
    const storage = instance.storage?.map(({ key, val: kept }) => new xdr.ScMapEntry({ key, val: lied(kept, lie) }));
    if (storage === undefined) return text;
    return withValue(contractData, xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ ...instance, storage })));
  }
  return withValue(contractData, lied(val, lie));
}

function withValue(data: xdr.ContractDataEntry, val: xdr.ScVal): string {
  const { ext, contract, key, durability } = data;
  return xdr.LedgerEntryData.contractData(new xdr.ContractDataEntry({ ext, contract, key, durability, val })).toXdr(
    'base64',
  );
}

function lied(value: xdr.ScVal, lie: (escrow: EscrowOnChain) => EscrowOnChain): xdr.ScVal {
  for (const kind of ESCROW_KINDS) {
    const { escrow, problems } = kind.decode(value);
    if (escrow !== undefined && problems.length === 0) return kind.encode(lie(escrow));
  }
  return value;
}
