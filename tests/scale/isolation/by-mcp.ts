/** A tenant with an assistant: MCP over HTTP by bare requests, and the pages whose links they were given. */
import { signAs } from '@countersign/testkit/mcp/request';
import { type PagePlace, stepsOnPage } from './on-page.ts';
import { createSecrets, type Deal, type Everybodys } from './secrets.ts';
import {
  equalRequest,
  type Handle,
  held,
  keep,
  lastOf,
  markedRequest,
  newMark,
  type Output,
  onLedger,
  type Step,
  type Tenant,
  withOwn,
  withTheirs,
} from './tenant.ts';

export type McpServer = {
  readonly port: number;
  readonly stderr: () => string;
  readonly page: Omit<PagePlace, 'openList'>;
  /** If other machines reach the page, there is no list. */
  readonly hasList: boolean;
};

type Reply = { readonly raw: string; readonly data: Record<string, unknown> };

/** How many different requests both tenants make. */
const EQUAL = 3;
const ACCEPT = 'application/json, text/event-stream';

export function tenantByMcp(name: string, server: McpServer, token: string, everybodys: Everybodys): Tenant {
  const self = { secrets: createSecrets(everybodys), handles: [] as Handle[], marks: [] as string[] };
  const ask = async (method: string, params: object): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, accept: ACCEPT, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const body = await response.text();
    const raw = `${response.status} ${JSON.stringify([...response.headers])} ${body}`;
    return { raw, data: dataIn(body) };
  };
  const call = (tool: string, input: object) => ask('tools/call', { name: tool, arguments: input });

  const prepared = ({ raw, data }: Reply, deal: Deal): Output => {
    const { id, signUrl, unsignedXdr, transactionHash, escrow: contractId = '' } = data as Record<string, string>;
    const page = signUrl?.split('/').at(-1);
    if (deal.isEqual && contractId !== '') everybodys.add(contractId);
    if (id !== undefined && page !== undefined && unsignedXdr !== undefined && transactionHash !== undefined) {
      const handle = { id, page, unsignedXdr, transactionHash, contractId: contractId || contractIn(raw), deal };
      return { raw, deal: keep(self, handle) };
    }
    return { raw };
  };
  const contractIn = (raw: string) => raw.match(/\bC[A-Z2-7]{55}\b/g)?.find((each) => !everybodys.has(each)) ?? '';

  const mine = (run: Parameters<typeof withOwn>[1]) => withOwn(self, run);
  const page = stepsOnPage(self, {
    ...server.page,
    ...(server.hasList && {
      openList: async () => (await call('find_escrows', { openList: true })).data['listUrl'] as string | undefined,
    }),
  });

  const own: Record<string, Step> = {
    'deploy what both ask for': async ({ random }) => {
      const deal: Deal = { isOnLedger: false, isEqual: true };
      const request = equalRequest(random.below(EQUAL));
      return prepared(await call('deploy_escrow', { ...request, includeXdr: true }), deal);
    },
    'deploy something': async () => {
      const deal = { isOnLedger: false };
      return prepared(await call('deploy_escrow', { ...markedRequest(self, deal), includeXdr: true }), deal);
    },
    'ask for it': mine(({ id }) => call('get_escrow', { id })),
    'ask for its escrow': mine(({ id }) => call('get_escrow', { escrow: id })),
    'find all': async () => ({ raw: (await call('find_escrows', {})).raw }),
    'find equal ones': async () => ({ raw: (await call('find_escrows', { query: 'Equal' })).raw }),
    'read it': mine(({ id }) => ask('resources/read', { uri: `countersign://escrow/${id}` })),
    'read its transaction': mine(({ id }) => ask('resources/read', { uri: `countersign://escrow/${id}/unsigned.xdr` })),
    'be offered ids': async () => ({
      raw: (
        await ask('completion/complete', {
          ref: { type: 'ref/resource', uri: 'countersign://escrow/{id}' },
          argument: { name: 'id', value: '' },
        })
      ).raw,
    }),
    'explain it': mine(({ unsignedXdr }) => call('explain_xdr', { xdr: unsignedXdr })),
    'fund it': mine(({ contractId: escrow }) =>
      call('prepare_step', { step: 'fund', escrow, amount: '30.5', signer: 'client' }),
    ),
    'ask what it holds': mine(({ contractId: escrow }) => call('get_balances', { escrows: [escrow] })),
    'discard it': mine(({ id }) => call('prepare_step', { step: 'discard', id })),
    'report on it': mine(({ contractId: escrow }) =>
      call('prepare_step', {
        step: 'change-status',
        escrow,
        milestone: 1,
        status: newMark(self, 'a report'),
        evidence: newMark(self, 'evidence'),
        signer: 'provider',
      }),
    ),
    'send it': mine(async ({ unsignedXdr, transactionHash, deal }) => {
      const reply = await call('submit_signed_xdr', { signedXdr: signAs('client', unsignedXdr, transactionHash) });
      if (reply.data['status'] === 'settled') deal.isOnLedger = true;
      return reply;
    }),
    ...page.own,
  };
  const across: Record<string, Step> = {
    'their id': withTheirs(({ id }) => call('get_escrow', { id })),
    'their id, waiting': withTheirs(({ id }) => call('get_escrow', { id, waitSeconds: 0.1 })),
    'their page as an id': withTheirs(({ page: id }) => call('get_escrow', { id })),
    'their escrow by its id': withTheirs(({ id }) => call('get_escrow', { escrow: id })),
    'send by their id': withTheirs(({ id }) => call('submit_signed_xdr', { id })),
    'send garbage to their id': withTheirs(({ id }) => call('submit_signed_xdr', { id, signedXdr: 'AAAA' })),
    'discard their id': withTheirs(({ id }) => call('prepare_step', { step: 'discard', id })),
    'read theirs': withTheirs(({ id }) => ask('resources/read', { uri: `countersign://escrow/${id}` })),
    'read their transaction': withTheirs(({ id }) =>
      ask('resources/read', { uri: `countersign://escrow/${id}/unsigned.xdr` }),
    ),
    'be offered theirs': withTheirs(({ id }) =>
      ask('completion/complete', {
        ref: { type: 'ref/resource', uri: 'countersign://escrow/{id}' },
        argument: { name: 'id', value: id.slice(0, 4) },
      }),
    ),
    'renew theirs': withTheirs(({ id }) => call('deploy_escrow', { id })),
    'find by their words': async ({ other, random }) =>
      other.marks.length === 0
        ? undefined
        : { raw: (await call('find_escrows', { query: random.pick(other.marks).slice(0, -1) })).raw },
    'send their unsigned transaction': withTheirs(({ unsignedXdr }) =>
      call('submit_signed_xdr', { signedXdr: unsignedXdr }),
    ),
    'send theirs with my id': async ({ other, random }) => {
      const [mine, theirs] = [lastOf(self.handles, random), lastOf(other.handles, random)];
      if (mine === undefined || theirs === undefined) return undefined;
      const signedXdr = signAs('client', theirs.unsignedXdr, theirs.transactionHash);
      return { raw: (await call('submit_signed_xdr', { id: mine.id, signedXdr })).raw, ...held(theirs) };
    },
    'explain their transaction': withTheirs(({ unsignedXdr }) => call('explain_xdr', { xdr: unsignedXdr }), held),
    'their hash': withTheirs(({ transactionHash }) => call('get_escrow', { id: transactionHash }), held),
    'their escrow by its address': withTheirs(({ contractId: escrow }) => call('get_escrow', { escrow }), onLedger),
    'the escrows of a wallet': async () => ({
      raw: (await call('find_escrows', { wallet: 'client' })).raw,
      allowed: { ledger: true },
      isPublic: true,
    }),
    ...page.across,
  };
  let read = 0;
  const log = () => {
    const all = server.stderr();
    const from = read;
    read = all.length;
    return all.slice(from);
  };
  return { name, ...self, own, across, log };
}

function dataIn(body: string): Record<string, unknown> {
  const text = body.startsWith('{')
    ? body
    : (body.split('\n').findLast((line) => line.startsWith('data: ')) ?? '').slice(6);
  try {
    return (JSON.parse(text).result?.structuredContent ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
