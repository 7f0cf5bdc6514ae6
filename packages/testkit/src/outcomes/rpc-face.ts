/** A desk's view of the ledger: an honest RPC that may lag behind, forget, be two nodes, or not answer. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { type Answerer, requestOf } from './door.ts';
import type { World } from './world.ts';

export type Nodes = 'H' | 'F' | 'FH' | 'HF' | 'HFF' | 'FHH';

export type RpcFace = {
  /** Which node answers, one letter for each answer in turn: an honest one, or one that stands still. */
  nodes: Nodes;
  /** How many answers were given by these nodes. */
  turn: number;
  isSilent: boolean;
  /** A transaction that it is given reaches the network, and nobody is told. */
  isMute: boolean;
  /** The first ledger of the history that it remembers. */
  oldest: number;
  /** Contracts whose entries it no longer lists, though the network knows them. */
  readonly archived: Set<string>;
};

export function honestFace(): RpcFace {
  return { nodes: 'H', turn: 0, isSilent: false, isMute: false, oldest: 1, archived: new Set() };
}

type Reply = { readonly result?: Readonly<Record<string, unknown>>; readonly error?: unknown };

export function answerRpc(world: World, face: RpcFace): Answerer {
  return async (asked) => {
    if (face.isSilent) return 'reset';
    const { method, id } = JSON.parse(asked.body) as { readonly method: string; readonly id: unknown };
    const isFrozen = face.nodes[face.turn++ % face.nodes.length] === 'F';
    // Whatever node is told, the network learns of a transaction.
    const node = isFrozen && method !== 'sendTransaction' ? world.frozen : world.rpc;
    const reply = (await (await node.request('/rpc', requestOf(asked))).json()) as Reply;
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
