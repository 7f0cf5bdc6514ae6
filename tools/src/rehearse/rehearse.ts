/** A rehearsal: throw-away accounts play whole lives of escrows on testnet, and every step is compared with the ledger. */
import { openDesk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { fromBaseUnits, toBaseUnits } from '@countersign/core/escrow';
import { connectRpc, openLedger } from '@countersign/core/ledger';
import { NETWORKS, type Network, pinsOf, type Release } from '@countersign/core/network';
import type { Settings } from '@countersign/core/settings';
import { cleanLine, quoted } from '@countersign/core/text';
import manifest from '../../../package.json' with { type: 'json' };
import { withResources } from '../command-line/resources.ts';
import { chooseToken, makeWallets, setUp, tokenRecord } from './accounts.ts';
import { LIVES } from './lives.ts';
import { type RehearsalRecord, resultText } from './record.ts';
import { type Patience, type Stage, Trouble, type Wallets } from './stage.ts';
import { type Progress, play, playLife, troubleText } from './steps.ts';

const { passphrase } = NETWORKS.testnet;

const PATIENCE: Patience = {
  friendbotMs: 30_000,
  shownMs: 60_000,
  outcomeMs: 120_000,
  faucetMs: 20 * 60_000,
  pauseMs: 2_000,
};

export type Rehearsal = {
  /** Checked by `requireTestnet`. */
  readonly settings: Settings;
  /** https, or http on loopback. */
  readonly friendbotUrl: string;
  readonly releases: readonly Release[];
  /** Default: new ones. With an issuer, the token is issued for the rehearsal. */
  readonly wallets?: Wallets;
  readonly patience?: Patience;
  /** Ends it; the record has what was done until then. */
  readonly signal: AbortSignal;
  /** Shows a person a line. */
  readonly tell: (line: string) => void;
};

/** Real money is never rehearsed with, and the sandbox has a demo of its own. @throws CountersignError SETTING_INVALID */
export function requireTestnet(name: string): void {
  if (name === 'testnet') return;
  const why =
    name === 'public'
      ? 'STELLAR_NETWORK is public. A rehearsal never runs there, since it would move real money.'
      : `STELLAR_NETWORK is ${quoted(cleanLine(name), 40)}. A rehearsal runs on testnet alone; the sandbox has \`pnpm demo\`.`;
  throw new CountersignError('SETTING_INVALID', {
    message: why,
    operatorRemedy: 'Set STELLAR_NETWORK=testnet, with the service and key of testnet.',
  });
}

type Book = { -readonly [Field in keyof RehearsalRecord]: RehearsalRecord[Field] };

/** Never throws: what went wrong is in the record. */
export async function rehearse(asked: Rehearsal): Promise<RehearsalRecord> {
  const { settings, signal, tell, patience = PATIENCE } = asked;
  const isDirect = settings.serviceUrl === undefined;
  const wallets = asked.wallets ?? makeWallets(isDirect);
  const { service } = wallets;
  const network: Network =
    service === undefined ? settings.network : { ...settings.network, feeAddress: service.publicKey() };
  const lives = LIVES.filter(({ release }) => asked.releases.includes(release));
  const book = newBook(asked, network, isDirect);
  for (const [name, wallet] of Object.entries(wallets)) book.accounts[name] = wallet.publicKey();
  try {
    requireTestnet(network.name);
    await requireRpc(settings.rpcUrls);
    await withResources(async (resources) => {
      const chosen = chooseToken(network, wallets);
      book.token = tokenRecord(chosen);
      // A store of its own, so that nothing of it is among a person's escrows.
      const dataDir = await resources.folder();
      const stage: Stage = {
        network,
        desk: resources.use(await openDesk({ ...settings, network, dataDir, databaseUrl: undefined })),
        ledger: openLedger(settings.rpcUrls, passphrase),
        rpc: connectRpc(settings.rpcUrls[0] as string),
        friendbotUrl: asked.friendbotUrl,
        wallets,
        token: chosen.token,
        total: sumOf(lives.map(({ total }) => total)),
        patience,
        signal,
        tell,
      };
      tell(`Accounts and token (${chosen.token.code})`);
      await setUp(stage, async (title, by, work) => {
        const step = await play(stage, title, by, work);
        book.setUp.push(step);
        if (step.status !== 'as expected') throw new Trouble(`The accounts could not be set up. ${step.trouble ?? ''}`);
      });
      const progress: Progress = {};
      for (const [number, life] of lives.entries()) {
        book.lives.push(await playLife(stage, life, `${Date.now()}-${number}`, progress));
      }
    });
    const steps = book.lives.flatMap((life) => life.steps);
    book.result = steps.every(({ status }) => status === 'as expected') ? 'as expected' : 'differs';
  } catch (error) {
    book.result = 'failed';
    book.trouble = troubleText(error);
  }
  if (signal.aborted) {
    book.result = 'interrupted';
    delete book.trouble;
  }
  book.ended = new Date().toISOString();
  tell(`\n${resultText(book)}`);
  return book;
}

function newBook({ settings, friendbotUrl, releases }: Rehearsal, network: Network, isDirect: boolean): Book {
  const { serviceUrl, rpcUrls } = settings;
  const began = new Date().toISOString();
  return {
    format: 1,
    result: 'failed',
    began,
    ended: began,
    versions: {
      countersign: manifest.version,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    },
    network: {
      name: 'testnet',
      passphrase,
      rpc: rpcUrls.map(hostOf).join(', '),
      friendbot: hostOf(friendbotUrl),
    },
    carrier:
      isDirect || serviceUrl === undefined
        ? { kind: 'direct' }
        : { kind: 'service', host: hostOf(serviceUrl), dialect: network.dialect ?? 'seed' },
    pins: releases.flatMap((release) => {
      const { factory, wasmHash } = pinsOf(network, release);
      return factory === undefined || wasmHash === undefined ? [] : [{ release, factory, codeHash: wasmHash }];
    }),
    ...(network.feeAddress === undefined ? {} : { feeAddress: network.feeAddress }),
    accounts: {},
    setUp: [],
    lives: [],
  };
}

/** Only the host: an address may contain a key. */
const hostOf = (url: string): string => new URL(url).host;

const sumOf = (amounts: readonly string[]): string =>
  fromBaseUnits(
    amounts.reduce((sum, amount) => sum + (toBaseUnits(amount, 7) ?? 0n), 0n),
    7,
  );

/** @throws Trouble */
async function requireRpc(rpcUrls: readonly string[]): Promise<void> {
  if (rpcUrls.length === 0) {
    throw new Trouble('A rehearsal needs a Stellar RPC of testnet: unset COUNTERSIGN_WITHOUT_RPC.');
  }
  for (const url of rpcUrls) {
    const found = await connectRpc(url)
      .getNetwork()
      .catch(() => undefined);
    if (found?.passphrase === undefined) {
      throw new Trouble(`The Stellar RPC at ${hostOf(url)} does not answer. Check STELLAR_RPC_URL and the connection.`);
    }
    if (found.passphrase !== passphrase) {
      throw new Trouble(
        `The Stellar RPC at ${hostOf(url)} is of another network than testnet. Correct STELLAR_RPC_URL.`,
      );
    }
  }
}
