/** Every card and every answer to a person whose Discord speaks Spanish, beside what English readers get of the same. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import { startLossyWorld } from '@countersign/testkit/discord/lossy-world';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, foreignIn, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { envelopeOf, hiddenAmong, PAYMENT, TAKEOVER } from '@countersign/testkit/fixtures/takeover';
import { newcomer, signWith, useSequenceNumber } from '@countersign/testkit/ledger/newcomer';
import { sharedAccount } from '@countersign/testkit/page/shared-account';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EXPLAIN_MESSAGE } from '../src/registration/definitions.ts';

/** Its texts are no English words, so that whatever is found is ours. */
const WITHOUT_ENGLISH = {
  description: 'Un logo en dos pasos',
  milestones: [
    { description: 'Bocetos', amount: '10.5' },
    { description: 'Entrega', amount: '20' },
  ],
};
const file = (changes: Record<string, unknown> = {}) => requestFile({ ...WITHOUT_ENGLISH, ...changes });

type Env = Record<string, string>;
type Scene = {
  readonly discord: Discord;
  readonly env: Env;
  readonly who: Person;
  readonly somebody: () => Person;
  /** As it is now: a card is edited later. */
  readonly keep: (name: string, message: Message) => Message;
} & ReturnType<typeof talkIn>;

/** The same, for a person whose Discord speaks English, and for one whose speaks Spanish. */
async function inBoth(
  scene: (at: Scene) => Promise<void>,
  begin: (discord: Discord) => Promise<Env> = begun,
): Promise<void> {
  const [english, spanish] = [await keptOf(scene, begin, {}), await keptOf(scene, begin, SPANISH)];
  expect([...spanish.keys()]).toEqual([...english.keys()]);
  // Nothing but the person’s own haste would be told in place of what is meant.
  for (const message of spanish.values()) expect(plain(message)).not.toContain('RATE_LIMITED');
  const found = [...spanish].map(([name, message]) => {
    const other = english.get(name) as Message;
    const isSame = plain(message) === plain(other) || `${factsOf(message)}` !== `${factsOf(other)}`;
    return {
      name,
      foreign: foreignIn(message),
      facts: isSame ? [factsOf(message), factsOf(other)] : [],
      text: plain(message),
    };
  });
  expect(found.filter(({ foreign, facts }) => foreign.length > 0 || facts.length > 0)).toEqual([]);
}

async function begun(discord: Discord): Promise<Env> {
  const env = await startWorld();
  await startTestBot(discord, env);
  return env;
}

async function keptOf(scene: (at: Scene) => Promise<void>, begin: typeof begun, about: Partial<Person>) {
  const discord = await startDiscord();
  const kept = new Map<string, Message>();
  const keep = (name: string, message: Message) => {
    kept.set(name, { ...message });
    return message;
  };
  const somebody = () => discord.person(about);
  const env = await begin(discord);
  await scene({ discord, env, who: somebody(), somebody, keep, ...talkIn(() => discord) });
  return kept;
}

/** Amounts and addresses; a contract and an account that are made anew in each world count as themselves. */
function factsOf(message: Message): string[] {
  const known = ['client', 'provider', 'platform', 'arbiter'] as const;
  // A contract's values are cut where a line is full, which is sooner in Spanish.
  const text = plain(message).replaceAll(/<t:[^>]*>|\{[^\n]*/g, '');
  const addresses = (text.match(/\b[GC][A-Z2-7]{55}\b/g) ?? []).map(
    (address) => known.find((name) => addressOf(name) === address) ?? address.charAt(0),
  );
  return [...addresses, ...(text.match(/(?<![\w.])\d+(?:\.\d+)?(?= (?:USDC|XLM|%))/g) ?? [])].sort();
}

test('an escrow, its payment, its steps, its list and its balance', async () => {
  await inBoth(async ({ who, keep, say, press, fill, somebody }) => {
    const provider = somebody();
    keep('no wallet', await say(who, 'wallet'));
    keep('wallet', await say(who, 'wallet', { address: addressOf('client') }));
    keep('wallet kept', await say(who, 'wallet'));
    keep('another wallet', await say(who, 'wallet', { address: addressOf('platform') }));
    keep('wallet of the worker', await say(provider, 'wallet', { address: addressOf('provider') }));
    keep('no list', await say(who, 'list'));
    keep('nothing pending', await say(who, 'pending'));
    const card = keep('unsigned', await say(who, 'deploy', { file: file() }));
    const escrow = contractIn(card);
    keep('pending', await say(who, 'pending'));
    keep('not signed', await say(who, 'submit', { id: /Id `([0-9a-f]{32})`/.exec(plain(card))?.[1] }));
    keep('balance of none', await say(who, 'balance', { escrow }));
    keep('not shown yet', await say(who, 'show', { escrow }));
    keep('question', await press(who, card, 'ask'));
    keep('signed', await say(who, 'submit', { file: signCard(card) }));
    keep('settled', await isSettled(card));
    keep('shown', await say(who, 'show', { escrow }));
    const payment = keep('payment', await press(who, card, 'fund'));
    await say(who, 'submit', { file: signCard(payment) });
    keep('payment settled', await isSettled(payment));
    const work = keep('shown to the worker', await say(provider, 'show', { escrow }));
    const report = keep('step', await fill(provider, work, 'report', { status: 'listo' }));
    await say(provider, 'submit', { file: signCard(report, 'provider') });
    keep('step settled', await isSettled(report));
    const approval = keep('approval', await press(who, await say(who, 'show', { escrow }), 'approve'));
    await say(who, 'submit', { file: signCard(approval) });
    const release = keep('release', await press(who, await say(who, 'show', { escrow }), 'release'));
    await say(who, 'submit', { file: signCard(release) });
    keep('released', await isSettled(release));
    keep('dispute', await press(provider, await say(provider, 'show', { escrow }), 'dispute'));
    keep('of somebody else', await press(somebody(), payment, 'show'));
  });
});

test('what is listed, what it holds, and a payment that was made already', async () => {
  await inBoth(async ({ who, keep, say }) => {
    const other = addressOf('client').replace(/^G/, 'C');
    await say(who, 'wallet', { address: addressOf('client') });
    const card = await say(who, 'deploy', { file: file() });
    await say(who, 'submit', { file: signCard(card) });
    const escrow = contractIn(card);
    const payment = await say(who, 'fund', { escrow, amount: '12.5' });
    await say(who, 'submit', { file: signCard(payment) });
    await isSettled(payment);
    keep('list', await say(who, 'list'));
    keep('balance', await say(who, 'balance', { escrow }));
    keep('no such escrow beside it', await say(who, 'balance', { escrow: `${escrow} nada ${other}` }));
    keep('all balances', await say(who, 'balance', { all: true }));
    keep('to pay again', await say(who, 'fund', { escrow, amount: '12.5', way: 'transfer' }));
  });
});

test('what a person limits, a server sets, and what is asked in the wrong way', async () => {
  await inBoth(async ({ who, keep, say, press, change, discord, somebody }) => {
    keep('help', await say(who, 'help'));
    keep('no limits', await say(who, 'limits'));
    keep('limits', await say(who, 'limits', { 'max-amount': '20', 'max-per-day': '500' }));
    keep('above a limit', await say(who, 'deploy', { file: file() }));
    keep('no limit', await say(who, 'limits', { 'max-amount': 'much' }));
    await say(who, 'limits', { 'max-amount': 'none' });
    keep('no manager', await say(who, 'settings'));
    keep('settings', await say({ ...who, manages: true }, 'settings'));
    keep('draft', await say(who, 'deploy'));
    keep('template', await say(who, 'template'));
    keep('no file', await say(who, 'deploy', { file: { file: 'signer: 1\nmilestones:\n  - amount: "-3"\n' } }));
    keep('no escrow', await say(who, 'show', { escrow: 'nada' }));
    keep('no balance', await say(who, 'balance'));
    keep('nothing to submit', await say(who, 'submit'));
    keep('no XDR', await say(who, 'submit', { xdr: 'AAAA' }));
    keep('nothing to explain', await say(who, 'explain'));
    keep('not explained', await say(who, 'explain', { xdr: 'AAAA' }));
    keep('no message', await answered(discord.messageCommand(who, EXPLAIN_MESSAGE, {})));
    const card = keep('robbery', await say(who, 'deploy', { file: file({ platformFee: 99 }) }));
    keep('of another', await press(somebody(), card, 'discard'));
    keep('discarded', await change(who, card, 'discard'));
  });
});

test('what a transaction says: of an escrow, of its payment and steps, and of strangers', async () => {
  await inBoth(async ({ who, keep, say, press, discord }) => {
    await say(who, 'wallet', { address: addressOf('client') });
    const deploy = await say(who, 'deploy', { file: file() });
    const explain = async (xdr: string) => await say(who, 'explain', { file: { file: xdr } });
    keep('deploy', await explain(xdrOf(deploy)));
    keep('signed deploy', await explain(signCard(deploy).file));
    await say(who, 'submit', { file: signCard(deploy) });
    await isSettled(deploy);
    const payment = await press(who, deploy, 'fund');
    keep('payment of the escrow', await explain(xdrOf(payment)));
    const asked = discord.messageCommand(who, EXPLAIN_MESSAGE, { content: xdrOf(payment) });
    keep('payment in a message', await answered(asked));
    keep('takeover', await explain(envelopeOf(TAKEOVER, PAYMENT)));
    keep('takeover among 99', await explain(hiddenAmong('data entries', 57, TAKEOVER)));
  });
});

test('a newer version, with each field that differs', async () => {
  await inBoth(async ({ who, keep, say }) => {
    const older = await say(who, 'deploy', { file: file() });
    const changes = { platformFee: 7, title: 'Logos', milestones: [{ description: 'Todo', amount: '30.5' }] };
    const newer = keep('newer', await say(who, 'deploy', { file: file(changes) }));
    await until(() => /Replaced by|reemplaz/i.test(plain(older)));
    keep('older', older);
    keep('too late', await say(who, 'submit', { file: signCard(newer, 'provider') }));
    if (who.locale !== undefined) {
      for (const field of ['Comisión de la plataforma', 'Título', 'Hito 1: monto']) {
        expect(plain(newer)).toContain(`**${field}**: ahora`);
      }
      expect(plain(newer)).not.toMatch(/platformFee|milestones\[/);
    }
  });
});

test('a trustline, an account for which two sign, and the first of their signatures', async () => {
  await inBoth(async ({ who, env, keep, say, change }) => {
    keep('no wallet for a trustline', await say(who, 'trustline', { token: 'USDC' }));
    const rpc = String(env['STELLAR_RPC_URL']);
    const account = await newcomer(rpc);
    await say(who, 'wallet', { address: account.publicKey() });
    const card = keep('trustline', await say(who, 'trustline', { token: 'USDC' }));
    const sent = await say(who, 'submit', { file: { file: signWith(account, xdrOf(card)) } });
    keep('trustline settled', await isSettled(sent));
    keep('trustline there', await say(who, 'trustline', { token: 'USDC' }));
    const shared = await sharedAccount(rpc, 2, 'client', 'provider');
    // One milestone: with the facts of two signers, a card has no room for more in the longer language.
    const milestones = [{ description: 'All', amount: '30.5' }];
    const both = await say(who, 'deploy', { file: file({ signer: shared.publicKey(), milestones }) });
    const first = signWith(sandboxKeypair('client'), xdrOf(both));
    keep('partly signed', await say(who, 'submit', { file: { file: first } }));
    keep('card of both', await change(who, both, 'renew'));
  });
});

test('a transaction that the ledger refuses', async () => {
  await inBoth(async ({ who, env, keep, say, change }) => {
    const card = await say(who, 'deploy', { file: file() });
    await useSequenceNumber(String(env['STELLAR_RPC_URL']), sandboxKeypair('client'));
    keep('refused', await say(who, 'submit', { file: signCard(card) }));
    // The card says so by itself, before it is renewed.
    await until(() => card.files.length === 0);
    keep('refused card', await change(who, card, 'renew').catch(() => card));
  });
});

test('what is being sent, what became of it where nobody knows, and what the service alone says', async () => {
  const states: Awaited<ReturnType<typeof startLossyWorld>>['state'][] = [];
  const lossy = async (discord: Discord) => {
    const { env, state } = await startLossyWorld();
    await startTestBot(discord, env);
    states.push(state);
    return env;
  };
  await inBoth(async ({ who, keep, say, discord }) => {
    const state = states.at(-1) as (typeof states)[number];
    const unknown = await say(who, 'deploy', { file: file() });
    keep('answer lost', await say(who, 'submit', { file: signCard(unknown) }));
    const other = { signer: addressOf('provider'), engagementId: 'ENG-2' };
    const card = await say(who, 'deploy', { file: file(other) });
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(state, { lose: false, held: promise });
    const sent = discord.command(who, 'submit', { file: signCard(card, 'provider') });
    await until(() => card.files.length === 0);
    keep('sending', card);
    resolve();
    await answered(sent);
  }, lossy);
  const alone = async (discord: Discord) => {
    const { STELLAR_RPC_URL: _, ...env } = await startWorld();
    await startTestBot(discord, { ...env, COUNTERSIGN_WITHOUT_RPC: 'true' });
    return env;
  };
  await inBoth(async ({ who, keep, say }) => {
    const card = await say(who, 'deploy', { file: file() });
    keep('said by the service', await say(who, 'submit', { file: signCard(card) }));
  }, alone);
});

test('an offer that ran out, and the fresh one', async () => {
  // Only what the time is; timers and connections stay real.
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let bot: Awaited<ReturnType<typeof startTestBot>> | undefined;
  const restarted = async (discord: Discord) => {
    const env = await startWorld();
    bot = await startTestBot(discord, env);
    return env;
  };
  await inBoth(async ({ discord, env, who, keep, say, change }) => {
    const card = await say(who, 'deploy', { file: file() });
    const late = signCard(card);
    await bot?.close();
    vi.setSystemTime(Date.now() + 11 * 60_000);
    await startTestBot(discord, env);
    await until(() => card.files.length === 0);
    keep('expired', card);
    keep('renewed', await change(who, card, 'renew'));
    keep('too late', await say(who, 'submit', { file: late }));
  }, restarted);
});

function xdrOf(card: Message): string {
  const text = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text;
  if (text === undefined) throw new Error(`nothing to sign on: ${plain(card)}`);
  return text;
}

async function isSettled(card: Message): Promise<Message> {
  await until(() => /^## (?:Settled|Quedó registrad)/m.test(plain(card)));
  return card;
}
