/**
 * The process in which the hosts play, where it can be with loopback as its only network. Arguments: the file for what
 * was found, how the process is kept from other networks, then name and program of each host.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { fromBaseUnits } from '@countersign/core/escrow';
import { openLedger } from '@countersign/core/ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { HostRecord, Probed } from '../../tools/src/proof/host-tables.ts';
import { type Conversation, readConversations } from '../runner/conversation.ts';
import { mismatches } from '../runner/matches.ts';
import { play } from '../runner/play.ts';
import type { StartServer } from '../runner/server.ts';
import type { World } from '../runner/world.ts';
import { type HostOptions, type Observed, startHost } from './host-server.ts';
import { PLAYED_HOSTS, type PlayedHost } from './hosts.ts';

/** What the ledger shows at the end: transactions of the client, what is in an escrow, what the provider was paid. */
type Shown = { readonly transactions: number; readonly escrowed: string; readonly paid: string };

type Chosen = { readonly about: string; readonly name: string; readonly until?: string; readonly ledger: Shown };

const CHOSEN: readonly Chosen[] = [
  { about: 'a first escrow', name: '01-first-escrow', ledger: { transactions: 1, escrowed: '0', paid: '0' } },
  { about: 'a block', name: '07-trap', ledger: { transactions: 0, escrowed: '0', paid: '0' } },
  { about: 'a correction', name: '08-change-of-terms', ledger: { transactions: 1, escrowed: '0', paid: '0' } },
  { about: 'a payment', name: '26-fund-it', ledger: { transactions: 2, escrowed: '125', paid: '0' } },
  {
    ...{ about: 'a release', name: '28-whole-life', until: 'released' },
    ledger: { transactions: 4, escrowed: '60', paid: '94.7' },
  },
  {
    about: 'an escrow of the other party',
    ...{ name: '39-the-other-party', ledger: { transactions: 2, escrowed: '30.5', paid: '0' } },
  },
  {
    about: 'an expired link',
    ...{ name: '10-expired-and-renewed', ledger: { transactions: 1, escrowed: '0', paid: '0' } },
  },
  {
    about: 'an end that both agree on',
    ...{ name: '33-cancel-and-refund', ledger: { transactions: 3, escrowed: '0', paid: '0' } },
  },
];

const PROBE = fileURLToPath(new URL('./probe-server.ts', import.meta.url));
const PARTS = ['structured', 'text', 'link'] as const;

const [client, provider] = SANDBOX_ACCOUNTS;
const { passphrase, tokens, feeAddress } = NETWORKS.sandbox;
const [usdc] = tokens;

const [file = '', isolation = 'proxy', ...pairs] = process.argv.slice(2);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const records: HostRecord[] = [];
for (const host of PLAYED_HOSTS) {
  const at = pairs.indexOf(host.name);
  if (at !== -1) records.push(await playHost(host, pairs[at + 1] ?? ''));
}
writeFileSync(file, JSON.stringify(records));

async function playHost(host: PlayedHost, command: string): Promise<HostRecord> {
  const proxy = await openProxy();
  let seen = newObserved();
  const conversations: HostRecord['conversations'][number][] = [];
  for (const chosen of CHOSEN) {
    seen = newObserved();
    const begun = Date.now();
    const problems = await playOne(chosen, startHost({ host, command, proxy: proxy.url, observed: seen }));
    const seconds = Math.round((Date.now() - begun) / 1_000);
    const { about, name } = chosen;
    const { calls } = seen;
    print(
      `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${host.title} ${host.version}: ${about}, ${calls} calls, ${seconds} s`,
    );
    for (const problem of problems) print(`       ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    else conversations.push({ about, name, calls });
  }
  const probed = await probe({ host, command, proxy: proxy.url, observed: newObserved() });
  await proxy.close();
  const { title, version } = host;
  const { calls: _, ...declared } = seen;
  const platform = `${process.platform} ${process.arch}`;
  return {
    ...{ name: host.name, title, version, platform, ...declared, ...probed },
    ...{ conversations, isolation: isolation as HostRecord['isolation'], triedElsewhere: proxy.tried().length },
  };
}

/** Finds out which parts of a result a host gives its model, and what it answers to an elicitation without a person. */
async function probe(options: HostOptions): Promise<Probed> {
  const read = (text: string) => ({ value: text, text, isError: false });
  const server = await startHost({ ...options, script: PROBE, read })({ env: {}, clock: { aheadMs: 0 } });
  const call = async (tool: string) => (await server.call(tool, {})).text;
  try {
    await server.hears('Please try all tools.');
    const seen = await call('see');
    const error = await call('fail');
    const long = await call('long');
    const elicited = await call('ask');
    return {
      sees: PARTS.filter((part) => seen.includes(`mark-in-${part}`)),
      seesErrors: error.includes('mark-in-error'),
      longResult: long.includes('mark-at-end') ? 'whole' : long.length,
      elicitation: {
        form: /form\W+([\w -]+)/.exec(elicited)?.[1] ?? elicited,
        url: /url\W+([\w -]+)/.exec(elicited)?.[1] ?? elicited,
      },
    };
  } finally {
    await server.close();
  }
}

function newObserved(): Observed {
  return { protocol: '', capabilities: {}, instructions: false, descriptions: true, tools: 'listed', calls: 0 };
}

/** @returns what was not as it is written */
async function playOne({ name, until, ledger }: Chosen, start: ReturnType<typeof startHost>): Promise<string[]> {
  const read: Reading[] = [];
  const atEnd: string[] = [];
  const observing: StartServer = async (world) => {
    read.push(await readLedger(world));
    const server = await start(world);
    const { close } = server;
    return Object.assign(server, {
      close: async () => {
        read.push(await readLedger(world));
        await close().catch((thrown) => atEnd.push(textOf(thrown)));
      },
    });
  };
  try {
    const { problems } = await play(conversationOf(name, until), observing);
    const [before, after] = [read.at(0), read.at(-1)];
    const shown = before === undefined || after === undefined ? undefined : change(before, after);
    return [...problems, ...atEnd, ...mismatches(ledger, shown).map((each) => `the ledger: ${each}`)];
  } catch (thrown) {
    return [textOf(thrown), ...atEnd];
  }
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function conversationOf(name: string, until: string | undefined): Conversation {
  const found = readConversations().find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no conversation ${name}.`);
  if (until === undefined) return found;
  const last = found.steps.findIndex((step) => 'call' in step && step.as === until);
  // With what the assistant says of it.
  return { ...found, steps: found.steps.slice(0, last + 2) };
}

/** `held`: USDC in base units, by address. */
type Reading = { readonly sequence: bigint; readonly held: ReadonlyMap<string, bigint> };

async function readLedger({ env }: World): Promise<Reading> {
  const ledger = openLedger([env['STELLAR_RPC_URL'] ?? ''], passphrase);
  const holders = [...SANDBOX_ACCOUNTS.map(({ address }) => address), feeAddress];
  const found = await ledger.sequencesOf([client.address]);
  const balances = await ledger.balancesOf(holders.map((holder) => ({ holder, token: usdc.address })));
  return {
    sequence: found?.sequences.get(client.address) ?? 0n,
    held: new Map(holders.map((holder, index) => [holder, balances[index]?.units ?? 0n])),
  };
}

function change(before: Reading, after: Reading): Shown {
  const gained = (holder: string) => (after.held.get(holder) ?? 0n) - (before.held.get(holder) ?? 0n);
  const amount = (units: bigint) => fromBaseUnits(units, usdc.decimals);
  // What no account has is in an escrow: there is nothing else.
  const escrowed = -[...after.held.keys()].reduce((sum, holder) => sum + gained(holder), 0n);
  return {
    transactions: Number(after.sequence - before.sequence),
    escrowed: amount(escrowed),
    paid: amount(gained(provider.address)),
  };
}

/** A proxy for whatever is not on loopback: it refuses everything, and remembers what was wanted. */
async function openProxy() {
  const tried = new Set<string>();
  const server = createServer((request, response) => {
    tried.add(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connect', ({ url }, socket) => {
    tried.add(url ?? '');
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tried: () => [...tried].sort(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
