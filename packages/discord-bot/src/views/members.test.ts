import { encodeStrKey } from '@countersign/core/escrow';
import { plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import type { State } from '../state/state.ts';
import type { Wallets } from '../state/wallet-holders.ts';
import type { WalletChange } from '../state/wallet-rows.ts';
import { wordsOf } from '../words/index.ts';
import { withMembers, withNewWallets } from './members.ts';
import { container, text } from './parts.ts';

const WORDS = wordsOf('en');
const GUILD = '9';
const accountOf = (at: number) => encodeStrKey('account', new Uint8Array(32).fill(at));
const [ANA, BEN, CLEO] = [1, 2, 3].map(accountOf) as [string, string, string];
const shown = (...texts: string[]) => ({
  components: container(
    'plain',
    texts.map((each) => text(each)),
  ),
});
const linesOf = (message: Parameters<typeof plain>[0]) => plain(message).split('\n');

/** Who saved each wallet, and who proved it. */
function walletsOf(saved: Readonly<Record<string, string[]>>, proven: Readonly<Record<string, string[]>> = {}) {
  const asked: string[] = [];
  const wallets = {
    desk: { walletProversOf: async (_: string, address: string) => proven[address] ?? [] },
    state: {
      membersWith: async (_: string, address: string) => {
        asked.push(address);
        return saved[address] ?? [];
      },
      // Who proved a wallet has saved it, except the member 7.
      wallet: async ({ userId }: { userId: string }) =>
        userId === '7' ? undefined : { address: Object.keys(proven).find((each) => proven[each]?.includes(userId)) },
    },
  };
  return { wallets: wallets as unknown as Wallets, asked };
}
const named = async (wallets: Wallets, ...texts: string[]) =>
  linesOf(await withMembers(shown(...texts), GUILD, wallets, WORDS));

test('names the member who holds an address next to it, and in sentences instead of it', async () => {
  const { wallets } = walletsOf({ [ANA]: ['1'], [CLEO]: ['3', '4'] }, { [BEN]: ['2', '7'] });
  expect(
    await named(
      wallets,
      `**Signer** \`${ANA}\``,
      `\`${BEN}\``,
      `**Signer** Ana \`${ANA}\``,
      `Arbiter: \`${CLEO}\``,
      `${ANA} pays ${BEN}; ${CLEO} decides. https://example.org/${ANA}`,
      `**\`${ANA}\`** and **\`${BEN}\`** get 5.`,
    ),
  ).toEqual([
    `**Signer** \`${ANA}\` <@1> (as they said)`,
    `\`${BEN}\` <@2> ✓`,
    `**Signer** Ana \`${ANA}\``,
    `Arbiter: \`${CLEO}\``,
    `<@1> pays <@2>; ${CLEO} decides. https://example.org/${ANA}`,
    `**\`${ANA}\`** <@1> (as they said) and <@2> ✓ get 5.`,
  ]);
});

test('names six members at most', async () => {
  const all = Array.from({ length: 8 }, (_, at) => accountOf(at + 10));
  const { wallets, asked } = walletsOf(Object.fromEntries(all.map((address, at) => [address, [`${at}`]])));
  const lines = await named(wallets, ...all.map((address) => `\`${address}\``));
  expect(lines.filter((each) => each.includes('<@'))).toHaveLength(6);
  expect(asked).toHaveLength(6);
});

const NOW = 30 * 24 * 3_600_000;
const WEEK = 7 * 24 * 3_600_000;
function stateWith(...changes: WalletChange[]) {
  const asked: unknown[][] = [];
  const changesTo: State['changesTo'] = async (...of) => {
    asked.push(of);
    return changes.filter(({ address }) => address === of[1]);
  };
  return { state: { changesTo }, asked };
}
const change = (userId: string, address = ANA): WalletChange => ({ userId, address, at: 5_000 }) as WalletChange;
const news = async (state: Pick<State, 'changesTo'>, message = shown(`One: \`${ANA}\``, 'Two'), ...more: string[][]) =>
  await withNewWallets(message, { userId: '1', guildId: GUILD }, state, NOW, WORDS, ...more);

test('reports who saved an address in place of another lately, below the headline', async () => {
  const { state, asked } = stateWith(change('1'), change('2'), change('3', BEN));
  const lines = linesOf(await news(state, shown(`One: \`${ANA}\``, 'Two'), [BEN]));
  expect(asked).toEqual([ANA, BEN].map((address) => [GUILD, address, NOW - WEEK]));
  expect(lines).toHaveLength(4);
  expect([lines[0], lines[3]]).toEqual([`One: \`${ANA}\``, 'Two']);
  for (const part of ['<@2>', ANA, '<t:5:R>']) expect(lines[1]).toContain(part);
  for (const part of ['<@3>', BEN, '<t:5:R>']) expect(lines[2]).toContain(part);
});

test('reports two such members, and the number of the others', async () => {
  const after = async (...members: string[]) =>
    linesOf(await news(stateWith(...members.map((each) => change(each))).state)).slice(1, -1);
  expect(await after('2', '3')).toHaveLength(2);
  const three = await after('2', '3', '4', '5');
  expect(three).toHaveLength(3);
  expect(three[2]).toMatch(/\b2\b/);
  // No one their own.
  const message = shown(`\`${ANA}\``);
  expect(await news(stateWith(change('1')).state, message)).toBe(message);
});
