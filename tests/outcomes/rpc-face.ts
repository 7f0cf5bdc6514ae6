/** A desk's view of the ledger: an honest RPC that may lag behind, forget, be two nodes, or not answer. */

import { type Answerer, initOf } from '@countersign/testkit/service/stand-in';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import type { World } from './world.ts';

export type Nodes = 'H' | 'F' | 'FH' | 'HF' | 'HFF' | 'FHH';

export type RpcFace = ReturnType<typeof honestFace>;

export const honestFace = () => ({
  /** Which node answers, one letter for each answer in turn: an honest one, or one that does not move on. */
  nodes: 'H' as Nodes,
  turn: 0,
  isSilent: false,
  /** A transaction that it gets reaches the network, without an answer. */
  isMute: false,
  /** The first ledger of the history that it remembers. */
  oldest: 1,
  /** Contracts whose entries it no longer lists, though the network knows them. */
  archived: new Set<string>(),
});

type Reply = { readonly result?: Readonly<Record<string, unknown>>; readonly error?: unknown };

export function answerRpc(world: World, face: RpcFace): Answerer {
  return async (received) => {
    if (face.isSilent) return 'reset';
    const { method, id } = JSON.parse(received.body) as { readonly method: string; readonly id: unknown };
    const isFrozen = face.nodes[face.turn++ % face.nodes.length] === 'F';
    // The network learns of a transaction from any node.
    const node = isFrozen && method !== 'sendTransaction' ? world.frozen : world.rpc;
    const reply = (await (await node.request('/rpc', initOf(received))).json()) as Reply;
    if (face.isMute && method === 'sendTransaction') return 'reset';
    if (reply.result === undefined) return Response.json(reply);
    return Response.json({ jsonrpc: '2.0', id, result: seen(world, face, method, reply.result) });
  };
}

function seen(
  world: World,
  face: RpcFace,
  method: string,
  result: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const aged = { ...result, ...history(world, face, result) };
  if (method === 'getTransaction' && result['status'] !== 'NOT_FOUND' && Number(result['ledger']) < face.oldest) {
    const { txHash, ...range } = aged as Record<string, unknown>;
    const kept = Object.entries(range).filter(([name]) => /^(?:latest|oldest)Ledger/.test(name));
    return { status: 'NOT_FOUND', txHash, ledger: 0, createdAt: '0', applicationOrder: 0, ...Object.fromEntries(kept) };
  }
  if (method === 'getLedgerEntries' && face.archived.size > 0) {
    const entries = (result['entries'] as readonly { readonly key: string }[]).filter(
      ({ key }) => !face.archived.has(contractOf(key) ?? ''),
    );
    return { ...aged, entries };
  }
  return aged;
}

/** The beginning of its history, wherever an answer tells of it. */
function history(
  world: World,
  { oldest }: RpcFace,
  result: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (oldest <= Number(result['oldestLedger'])) return {};
  // What it forgets it has had, so it never forgets what a node that is behind has not seen.
  const from = Math.min(oldest, Number(result['latestLedger']));
  const [closed] = world.ledger.view((view) => view.ledgers(from, 1));
  const time = closed?.closedAt;
  return {
    oldestLedger: from,
    ...('oldestLedgerCloseTime' in result
      ? { oldestLedgerCloseTime: typeof result['oldestLedgerCloseTime'] === 'string' ? String(time) : time }
      : {}),
  };
}

function contractOf(key: string): string | undefined {
  const read = xdr.LedgerKey.fromXdr(key, 'base64');
  return read.type === 'contractData' ? Address.fromScAddress(read.contractData.contract).toString() : undefined;
}
