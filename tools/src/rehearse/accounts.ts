/** The throw-away accounts of a rehearsal, and its token. The keys are in memory alone: never written, never printed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fromBaseUnits, toBaseUnits } from '@countersign/core/escrow';
import { NETWORKS, type Network, type Token } from '@countersign/core/network';
import { cleanLine, quoted } from '@countersign/core/text';
import { Asset, Keypair, Operation, Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { PARTIES, type Party } from './lives.ts';
import type { RehearsalRecord, StepRecord } from './record.ts';
import { compared, includedIn, patiently, type Stage, signAndSend, Trouble, until, type Wallets } from './stage.ts';

const { passphrase } = NETWORKS.testnet;
/** Play money: issued for one rehearsal, by an account that is thrown away with it. */
const OWN_CODE = 'PLAY';
const STARTING_TOKENS = '1000';
const FAUCET = 'https://faucet.circle.com';
/** Stroops an operation; the network takes what it needs. */
const MOST_FEE = '10000';

/** @param isOwnToken whether the rehearsal issues its token, and says who gets the service's share */
export function makeWallets(isOwnToken: boolean): Wallets {
  const parties = Object.fromEntries(PARTIES.map((name) => [name, Keypair.random()])) as Record<Party, Keypair>;
  return isOwnToken ? { ...parties, issuer: Keypair.random(), service: Keypair.random() } : parties;
}

type Chosen = { readonly token: Token; readonly why: string };

/** A payout pays the service's share too, so the token must be one that its account can hold. */
export function chooseToken({ tokens }: Network, { issuer }: Wallets): Chosen {
  if (issuer !== undefined) {
    const address = new Asset(OWN_CODE, issuer.publicKey()).contractId(passphrase);
    return {
      token: { code: OWN_CODE, issuer: issuer.publicKey(), address, decimals: 7 },
      why: 'It was issued for this rehearsal, so no faucet is needed. The service’s share goes to a throw-away account that can hold it.',
    };
  }
  const known = tokens.find(({ code }) => code === 'USDC');
  if (known === undefined) throw new Trouble('The settings know no USDC on testnet.');
  return {
    token: known,
    why: 'The service decides who gets its share. That account holds USDC, but no token that was just issued, so each payout of such a token would fail. XLM has no issuer by which the service could name it.',
  };
}

export const tokenRecord = ({ token, why }: Chosen): NonNullable<RehearsalRecord['token']> => ({
  code: token.code,
  issuer: token.issuer,
  contract: token.address,
  why,
});

/** Plays one step of the preparations and records it. @throws Trouble where it did not succeed */
type Must = (title: string, by: string, work: () => Promise<Partial<StepRecord>>) => Promise<void>;

/** Funds every account, then gives the token to the accounts that need it. @throws Trouble */
export async function setUp(stage: Stage, must: Must): Promise<void> {
  const { wallets, token } = stage;
  for (const [name, wallet] of Object.entries(wallets)) {
    await must(`fund the account of ${name}`, 'friendbot', () => fundAccount(stage, wallet.publicKey()));
  }
  const { client, worker, platform, issuer, service } = wallets;
  const asset = new Asset(token.code, token.issuer);
  if (issuer !== undefined) {
    const creation = Operation.createStellarAssetContract({ asset });
    await must(`create the contract of ${token.code}`, 'issuer', () => sendOwn(stage, issuer, creation));
  }
  const holders = { client, worker, platform, ...(service === undefined ? {} : { service }) };
  for (const [name, wallet] of Object.entries(holders)) {
    await must(`add a trustline for ${token.code}`, name, () => trust(stage, wallet));
  }
  if (issuer === undefined) {
    await must(`get ${stage.total} ${token.code} or more from a faucet`, 'you', () => waitForFaucet(stage));
    return;
  }
  const payment = Operation.payment({ destination: client.publicKey(), asset, amount: STARTING_TOKENS });
  await must(`pay ${STARTING_TOKENS} ${token.code} to the client`, 'issuer', async () => {
    const sent = await sendOwn(stage, issuer, payment);
    const units = await until(stage, stage.patience.shownMs, () => clientHolds(stage, STARTING_TOKENS));
    const found = units === undefined ? 'less' : fromBaseUnits(units, token.decimals);
    return { ...sent, ...compared({ client: STARTING_TOKENS }, { client: found }) };
  });
}

async function trust(stage: Stage, wallet: Keypair): Promise<Partial<StepRecord>> {
  const { desk, token, signal } = stage;
  const asked = { signer: wallet.publicKey(), token: token.address };
  return await signAndSend(stage, wallet, await patiently(stage, () => desk.prepare('trust', asked, { signal })));
}

/** `text` follows “it”. Only a refusal proves that nothing was funded. */
type Answer = { readonly kind: 'taken' | 'refused' | 'unknown'; readonly text: string };

const FRIENDBOT_TRIES = 3;

/** An answer that is late or broken proves nothing: the ledger says whether the account exists. @throws Trouble */
async function fundAccount(stage: Stage, address: string): Promise<Partial<StepRecord>> {
  const { friendbotUrl, ledger, patience, signal } = stage;
  const { host } = new URL(friendbotUrl);
  let answer = await askFriendbot(stage, address);
  let isRefused = answer.kind === 'refused';
  for (let tries = 1; tries < FRIENDBOT_TRIES && answer.kind === 'unknown'; tries += 1) {
    await sleep(patience.pauseMs, undefined, { signal });
    answer = await askFriendbot(stage, address);
    isRefused = false;
  }
  const isThere = async () => ((await ledger.accountOf(address)).kind === 'account' ? true : undefined);
  if ((await until(stage, isRefused ? 0 : patience.shownMs, isThere)) === true) return {};
  if (answer.kind === 'taken') {
    throw new Trouble(
      `Friendbot at ${host} funded ${address}, but the Stellar RPC at ${ledger.host} does not show the account after ${patience.shownMs / 1_000} s. It lags: try again, or name another testnet RPC in STELLAR_RPC_URL.`,
    );
  }
  throw new Trouble(`Friendbot at ${host} did not fund ${address}: it ${answer.text}. Try again later.`);
}

async function askFriendbot({ friendbotUrl, patience, signal }: Stage, address: string): Promise<Answer> {
  const url = new URL(friendbotUrl);
  url.searchParams.set('addr', address);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience.friendbotMs)]);
    const response = await fetch(url, { signal: limit, redirect: 'error' });
    const text = `answered with HTTP status ${response.status}${reasonIn(await response.text())}`;
    if (response.ok) return { kind: 'taken', text };
    return { kind: response.status < 500 ? 'refused' : 'unknown', text };
  } catch (error) {
    signal.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const text = isLate ? `did not answer within ${patience.friendbotMs / 1_000} s` : 'could not be reached';
    return { kind: 'unknown', text };
  }
}

/** The reason in a problem document. */
function reasonIn(body: string): string {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown };
    return typeof detail === 'string' ? ` (${quoted(cleanLine(detail), 200)})` : '';
  } catch {
    return '';
  }
}

/** In base units, once it is at least this much. */
async function clientHolds({ ledger, wallets, token }: Stage, amount: string): Promise<bigint | undefined> {
  const [held] = await ledger.balancesOf([{ holder: wallets.client.publicKey(), token: token.address }]);
  const least = toBaseUnits(amount, token.decimals) ?? 0n;
  return held !== undefined && held.units >= least ? held.units : undefined;
}

async function waitForFaucet(stage: Stage): Promise<Partial<StepRecord>> {
  const { wallets, token, total, patience } = stage;
  const client = wallets.client.publicKey();
  const limit = `${Math.ceil(patience.faucetMs / 60_000)} min`;
  stage.tell(`     Send ${total} ${token.code} or more to ${client}`);
  stage.tell(`     from ${FAUCET} (network: Stellar testnet). This waits for up to ${limit}.`);
  const units = await until(stage, patience.faucetMs, () => clientHolds(stage, total));
  if (units !== undefined) return { found: { client: fromBaseUnits(units, token.decimals) } };
  throw new Trouble(`After ${limit} ${client} did not have ${total} ${token.code}. Run the rehearsal again.`);
}

/** A transaction that no desk prepares, by an account of ours. */
async function sendOwn(stage: Stage, source: Keypair, operation: xdr.Operation): Promise<Partial<StepRecord>> {
  const { rpc } = stage;
  const account = await rpc.getAccount(source.publicKey());
  const plain = new TransactionBuilder(account, { fee: MOST_FEE, networkPassphrase: passphrase })
    .addOperation(operation)
    .setTimeout(120)
    .build();
  const prepared = operation.body.type === 'invokeHostFunction' ? await rpc.prepareTransaction(plain) : plain;
  if (!(prepared instanceof Transaction)) throw new TypeError('it was one transaction');
  prepared.sign(source);
  // TRY_AGAIN_LATER: the network is busy.
  const sent = await until(stage, stage.patience.shownMs, async () => {
    const { status, hash } = await rpc.sendTransaction(prepared);
    return status === 'TRY_AGAIN_LATER' ? undefined : { status, hash };
  });
  if (sent === undefined) throw new Trouble('The network was too busy for the transaction. Try again later.');
  if (sent.status === 'ERROR') throw new Trouble('The network refused the transaction.');
  return await includedIn(stage, sent.hash);
}
