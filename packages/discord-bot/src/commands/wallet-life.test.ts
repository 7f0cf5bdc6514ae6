/** A member’s own wallet and limits, and what they read of their escrows: each form, refusal and answer, whole. */
import { until } from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { allParts } from '@countersign/testkit/discord/rules';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { addressOf } from '@countersign/testkit/discord/talk';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, beforeEach, expect, test } from 'vitest';

beforeEach(restartClock);
afterEach(endClock);
const { scene, say } = useServer();

/** Its texts, its choices and what is chosen, and its buttons with where they lead. */
function shown({ components }: Pick<Message, 'components'>): string {
  return allParts(components ?? [])
    .flatMap(({ content, label, custom_id: id, url, default_values: chosen, options = [], placeholder }) => [
      ...(content === undefined ? [] : [String(content)]),
      ...(label === undefined ? [] : [`[${label}] ${id ?? url}`]),
      ...(placeholder === undefined ? [] : [`(${placeholder}) ${id} ${JSON.stringify(chosen ?? [])}`]),
      ...(options as { label: string; value: string; default?: boolean }[]).map(
        (each) => `  ${each.default ? '(x)' : '( )'} ${each.label}: ${each.value}`,
      ),
    ])
    .join('\n');
}

test('a member saves, changes, proves and removes a wallet, with limits of their own, and reads what escrows hold', async () => {
  const part = createPart();
  const { discord, ada } = scene;
  const noted = async (title: string, pressed: Interaction): Promise<Message> => {
    const versions = pressed.on?.versions ?? 0;
    const answer = await until(() =>
      pressed.messages.find((each) => each.components && (each !== pressed.on || each.versions > versions)),
    );
    part.note(title, shown(answer));
    passTime(1);
    return answer;
  };
  const wallet = (address?: string) =>
    noted(`/escrow wallet ${address ?? ''}`, discord.command(ada, 'wallet', address === undefined ? {} : { address }));
  const filled = async (on: Message, id: string, values: Record<string, string>) => {
    const click = discord.clickId(ada, on, `v1:${id}:`);
    await until(() => click.modal);
    part.note(`the form of ${id}`, click.modal);
    return await noted(`${id} ${JSON.stringify(values)}`, discord.submitModal(ada, click, values));
  };
  const none = await wallet();
  await filled(none, 'wallet-save', { address: 'Ben' });
  await filled(none, 'wallet-save', { address: addressOf('client') });
  const own = await wallet(addressOf('client'));
  const asked = await wallet(addressOf('provider'));
  await noted('ada changes it', discord.click(ada, asked, 'Change it'));
  await noted('ada proves it', discord.clickId(ada, own, 'v1:prove:'));
  await filled(own, 'wallet-limits', { 'max-amount': '5', 'max-per-day': '7' });
  await filled(own, 'wallet-limits', { 'max-amount': '', 'max-per-day': '8' });
  await filled(own, 'wallet-limits', { 'max-amount': '-1', 'max-per-day': '' });
  await filled(own, 'wallet-limits', { 'max-amount': '', 'max-per-day': '' });
  await filled(own, 'wallet-token', { token: 'XYZ' });
  await filled(own, 'wallet-token', { token: 'USDC' });
  await wallet();
  await noted('ada removes it', discord.clickId(ada, own, 'v1:wallet-remove:'));
  await noted('ada proves none', discord.clickId(ada, none, 'v1:prove:'));
  await filled(none, 'wallet-token', { token: 'USDC' });
  await wallet(addressOf('client'));

  const addresses: string[] = [];
  for (const title of ['Logo', 'Guide']) {
    const card = await say(ada, 'deploy', { file: requestFile({ title, engagementId: title }) });
    addresses.push(/`(C[A-Z2-7]{55})`/.exec(shown(card))?.[1] as string);
    await say(ada, 'submit', { file: signCard(card) });
    passTime(1);
  }
  const list = (escrow: string) => noted(`/escrow list ${escrow}`, discord.command(ada, 'list', { escrow }));
  await list(addresses.join(' '));
  await list(`${addresses[0]}, C1`);
  const like = (letter: string) => `C${letter.repeat(55)}`;
  await list(`${like('A')} ${like('B')}`);
  await list([...'ABCDEFGHIJKLMNOPQRSTU'].map(like).join(' '));
  await list('Nothing');
  await noted('/escrow list', discord.command(ada, 'list'));
  for (const text of ['', 'lo', 'x', addresses[1] as string]) {
    const typed = discord.type(ada, 'list', 'escrow', text);
    part.note(`suggested for “${text}”`, await until(() => typed.choices));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/wallets.txt');
});
