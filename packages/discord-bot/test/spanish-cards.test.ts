/** Cards to a person whose Discord speaks Spanish, with the amounts and addresses that English readers get. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startLossyWorld, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, foreignIn, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { sharedAccount } from '@countersign/testkit/page/shared-account';
import { type FaultyService, held } from '@countersign/testkit/service/faulty-service';
import { expect, test } from 'vitest';

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
type CardSetup = {
  readonly discord: Discord;
  readonly env: Env;
  readonly who: Person;
  readonly somebody: () => Person;
  /** As it is now: a card is edited later. */
  readonly keep: (name: string, message: Message) => Message;
} & ReturnType<typeof talkIn>;

/** The same, for a person whose Discord speaks English, and for one whose speaks Spanish. */
async function inBoth(
  scene: (at: CardSetup) => Promise<void>,
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

async function keptOf(scene: (at: CardSetup) => Promise<void>, begin: typeof begun, about: Partial<Person>) {
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

/** Amounts and addresses; a contract and an account that are made again in each world count as themselves. */
function factsOf(message: Message): string[] {
  const known = ['client', 'provider', 'platform', 'arbiter'] as const;
  // A contract's values are cut where a line is full, which is sooner in Spanish.
  const text = plain(message).replaceAll(/<t:[^>]*>|\{[^\n]*/g, '');
  const addresses = (text.match(/\b[GC][A-Z2-7]{55}\b/g) ?? []).map(
    (address) => known.find((name) => addressOf(name) === address) ?? address.charAt(0),
  );
  return [...addresses, ...(text.match(/(?<![\w.])\d+(?:\.\d+)?(?= (?:USDC|XLM|%))/g) ?? [])].sort();
}

test('a trustline, an account for which two sign, and the first of their signatures', async () => {
  await inBoth(async ({ who, env, keep, say, change, fill }) => {
    const trust = async () => await fill(who, await say(who, 'wallet'), 'wallet-token', { token: 'USDC' });
    const rpc = String(env['STELLAR_RPC_URL']);
    const account = await newcomer(rpc);
    await say(who, 'wallet', { address: account.publicKey() });
    const card = keep('trustline', await trust());
    const sent = await say(who, 'submit', { file: { file: signWith(account, xdrOf(card)) } });
    keep('trustline settled', await isSettled(sent));
    keep('trustline there', await trust());
    const shared = await sharedAccount(rpc, 2, 'client', 'provider');
    // One milestone: with the facts of two signers, a card has no room for more in the longer language.
    const milestones = [{ description: 'All', amount: '30.5' }];
    const both = await say(who, 'deploy', { file: file({ signer: shared.publicKey(), milestones }) });
    const first = signWith(sandboxKeypair('client'), xdrOf(both));
    keep('partly signed', await say(who, 'submit', { file: { file: first } }));
    keep('card of both', await change(who, both, 'renew'));
  });
});

test('shows in Spanish a transaction that is being sent, one with an unknown outcome, and one that only the service reports', async () => {
  const services: FaultyService[] = [];
  const lossy = async (discord: Discord) => {
    const { env, service } = await startLossyWorld();
    await startTestBot(discord, env);
    services.push(service);
    return env;
  };
  await inBoth(async ({ who, keep, say, discord }) => {
    const service = services.at(-1) as FaultyService;
    const unknown = await say(who, 'deploy', { file: file() });
    keep('answer lost', await say(who, 'submit', { file: signCard(unknown) }));
    const other = { signer: addressOf('provider'), engagementId: 'ENG-2' };
    const card = await say(who, 'deploy', { file: file(other) });
    const { promise, resolve } = Promise.withResolvers<void>();
    service.stumble = undefined;
    service.faults.push(held(promise));
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

function xdrOf(card: Message): string {
  const text = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text;
  if (text === undefined) throw new Error(`nothing to sign on: ${plain(card)}`);
  return text;
}

async function isSettled(card: Message): Promise<Message> {
  await until(() => /^## (?:Settled|Quedó registrad)/m.test(plain(card)));
  return card;
}
