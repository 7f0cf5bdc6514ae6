/** A door before a real Stellar RPC: what was asked through it, and what a test has it answer in its place. */
import { ESCROW_KINDS, type EscrowOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import { onTestFinished } from 'vitest';
import { type Question, startRpcServer } from './rpc-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test makes of it
type Reply = any;

export type RpcProxy = {
  readonly url: string;
  readonly asked: string[];
  /** Changes an answer; `httpAnswer` gives one of HTTP, and a thrown error hangs up. Absent: everything is passed on. */
  answer: ((question: Question, pass: () => Promise<Reply>) => Promise<Reply>) | undefined;
};

export const httpAnswer = (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Reply => ({
  status,
  headers,
  body,
});

export const isHttpAnswer = (reply: Reply): boolean => typeof reply?.status === 'number';

/** What answers behind it: an address, or methods in this process. */
type Target = string | ((method: string, params: unknown) => unknown);

export async function startRpcProxy(target: Target): Promise<RpcProxy> {
  const { url, asked, close } = await startRpcServer((question) => {
    const pass = async () => (typeof target === 'string' ? await ask(target, question) : answerOf(question, target));
    return proxy.answer === undefined ? pass() : proxy.answer(question, pass);
  });
  onTestFinished(close);
  const proxy: RpcProxy = { url, asked, answer: undefined };
  return proxy;
}

async function ask(url: string, question: Question): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(question) })).json();
}

function answerOf({ method, params }: Question, target: Exclude<Target, string>): Reply {
  try {
    return { result: target(method, params) };
  } catch (error) {
    return { error: { code: -32_600, message: (error as Error).message } };
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
