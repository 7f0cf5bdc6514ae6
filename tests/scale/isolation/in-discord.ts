/** A tenant who is a member of a server in Discord, with what the bot gave them, and the pages of their links. */
import { buttonsOf, type Discord, type Person, textOf, until } from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { hashOf, requestFile, signCard } from '@countersign/testkit/discord/request';
import { Keypair } from '@stellar/stellar-sdk/base';
import { stepsOnPage } from './on-page.ts';
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

export type BotOfProof = {
  readonly discord: Discord;
  readonly lines: readonly { readonly [field: string]: unknown }[];
  readonly pageUrl: string;
};

const EQUAL = 3;
const TYPED = ['list', 'submit', 'deploy'] as const;
const OPTION: Readonly<Record<string, string>> = { submit: 'id', deploy: 'from' };

export function tenantInDiscord(
  name: string,
  { discord, lines, pageUrl }: BotOfProof,
  about: { readonly userId?: string; readonly guildId?: string },
  everybodys: Everybodys,
): Tenant {
  const self = { secrets: createSecrets(everybodys), handles: [] as Handle[], marks: [] as string[] };
  const channel = discord.openChannel();
  const who: Person = { ...discord.person(about), manages: true, channel };
  const cards: Message[] = [];
  const texts = () => JSON.stringify([...new Set(cards)].map(shownOf));

  /** Resolves when the bot has finished with it. */
  const done = async (interaction: Interaction, isKept = true): Promise<Output> => {
    await until(
      () =>
        interaction.choices ??
        lines.findLast((each) => each['interaction'] === interaction.id && typeof each['outcome'] === 'string'),
    );
    const { messages, modal, choices } = interaction;
    if (isKept) cards.push(...messages);
    return { raw: JSON.stringify([messages.map(shownOf), modal, choices]) };
  };
  const say = (command: string, options: Parameters<Discord['command']>[2] = {}, isKept = true) =>
    done(discord.command(who, command, options), isKept);
  const press = async (customId: string, typed?: string): Promise<Output> => {
    const on = cards.findLast((each) => each.components !== undefined) ?? (await helped());
    const clicked = discord.clickId(who, on, customId);
    const output = await done(clicked);
    if (clicked.modal === undefined) return output;
    const { components } = clicked.modal;
    const fields = components.flatMap((part) =>
      part.type === 18 ? [part.component] : part.type === 1 ? [...part.components] : [],
    );
    const values = fields
      .filter((field) => field.type === 4)
      .map((field) => [
        field.custom_id,
        (typed ?? newMark(self, 'what was typed into a form')).slice(
          0,
          ('max_length' in field && field.max_length) || 99,
        ),
      ]);
    try {
      const submitted = await done(discord.submitModal(who, clicked, Object.fromEntries(values)));
      return { raw: output.raw + submitted.raw };
    } catch (thrown) {
      // A client restricts what can be submitted.
      if (thrown instanceof Error && thrown.message.startsWith('a client does not')) return output;
      throw thrown;
    }
  };
  const helped = async () => {
    const asked = discord.command(who, 'help');
    await done(asked);
    return asked.messages[0] as Message;
  };

  const deploy = async (request: object, deal: Deal): Promise<Output> => {
    const asked = discord.command(who, 'deploy', { file: requestFile(request as Record<string, unknown>) });
    const output = await done(asked);
    const card = asked.messages[0];
    const handle = card && preparedRequestOf(card, deal);
    if (handle === undefined) return output;
    if (deal.isEqual) everybodys.add(handle.contractId);
    return { ...output, deal: keep(self, handle) };
  };
  const mine = (run: Parameters<typeof withOwn>[1]) => withOwn(self, run);
  const { host, port, origin } = new URL(pageUrl);
  const page = stepsOnPage(self, { host, port: Number(port), origin });
  let proof: string | undefined;
  const forged = (action: string) => withTheirs(({ id }) => press(`v1:${action}:${id}`));

  const own: Record<string, Step> = {
    'deploy what both ask for': ({ random }) =>
      deploy(equalRequest(random.below(EQUAL)), { isOnLedger: false, isEqual: true }),
    'deploy something': () => {
      const deal = { isOnLedger: false };
      return deploy(markedRequest(self, deal), deal);
    },
    'list what is open': () => say('list', { status: 'open' }),
    list: () => say('list'),
    'show it': mine(({ id }) => say('list', { escrow: id })),
    'be offered escrows': ({ random }) => {
      const command = random.pick(TYPED);
      return done(discord.type(who, command, OPTION[command] ?? 'escrow', random.pick(['', 'equal', 'e'])));
    },
    'draw a form': async () => {
      await say('wallet');
      const output = await press('v1:draft-new:');
      const button = buttonsOf(cards.at(-1) as Message).find(({ label }) => label === 'Edit');
      return button?.custom_id === undefined ? output : { raw: output.raw + (await press(button.custom_id)).raw };
    },
    'press any button': async ({ random }) => {
      const on = cards.filter((each) => each.components !== undefined);
      if (on.length === 0) return undefined;
      const buttons = buttonsOf(random.pick(on)).flatMap(({ custom_id }) => custom_id ?? []);
      return buttons.length === 0 ? undefined : await press(random.pick(buttons));
    },
    'save a wallet': async () => {
      const address = Keypair.random().publicKey();
      self.secrets.plant('a wallet', address);
      self.marks.push(address);
      return await say('wallet', { address });
    },
    'prove the wallet': async () => {
      const shown = await say('wallet');
      const card = cards.at(-1) as Message;
      const button = buttonsOf(card).find(({ label }) => label === 'Prove it');
      if (button?.custom_id === undefined) return shown;
      const asked = await done(discord.clickId(who, card, button.custom_id));
      proof = /\/prove\/([0-9a-f]{32})/.exec(asked.raw)?.[1] ?? proof;
      if (proof === undefined) return asked;
      const view = await fetch(`${pageUrl}/prove/${proof}/view`);
      return { raw: `${shown.raw}${asked.raw}${JSON.stringify([...view.headers])}${await view.text()}` };
    },
    'set limits': async ({ random }) => {
      const limit = String(91_000_000 + random.below(8_000_000));
      self.secrets.plant('a limit', limit);
      self.secrets.plant('a limit', Number(limit).toLocaleString('en'));
      await say('wallet');
      return await press('v1:wallet-limits:', limit);
    },
    'see the settings': () => say('settings'),
    'explain it': mine(({ unsignedXdr }) => say('explain', { file: { file: unsignedXdr } })),
    'fund it': mine(({ contractId }) => press(`v1:fund:${contractId}`)),
    'follow it': mine(({ contractId }) => press(`v1:follow:${contractId}`)),
    'press its discard': mine(({ id }) => press(`v1:discard:${id}`)),
    'press its renew': mine(({ id }) => press(`v1:renew:${id}`)),
    'send it': async ({ random }) => {
      const handle = lastOf(self.handles, random);
      const card =
        handle && cards.findLast((each) => each.files.some(({ text }) => text.trim() === handle.unsignedXdr));
      if (handle === undefined || card === undefined || preparedRequestOf(card, handle.deal) === undefined)
        return undefined;
      const output = await say('submit', { file: signCard(card) });
      if (output.raw.includes('## Settled')) handle.deal.isOnLedger = true;
      return { ...output, deal: handle.deal };
    },
    'write in a direct message': () => done(discord.command({ ...who, guildId: null }, 'list', { status: 'open' })),
    ...page.own,
  };
  const across: Record<string, Step> = {
    'their id': withTheirs(({ id }) => say('submit', { id })),
    'their id in a direct message': withTheirs(({ id }) =>
      done(discord.command({ ...who, guildId: null }, 'list', { escrow: id })),
    ),
    'garbage to their id': withTheirs(({ id }) => say('submit', { id, xdr: 'AAAA' })),
    'show their id': withTheirs(({ id }) => say('list', { escrow: id })),
    'fund their id': forged('fund'),
    'follow their id': forged('follow'),
    'copy their id': withTheirs(({ id }) => say('deploy', { from: id })),
    'ask a member to sign theirs': forged('ask-here'),
    'forget their id': forged('forget-yes'),
    'their page as an id': withTheirs(({ page: id }) => say('list', { escrow: id })),
    'be offered theirs': ({ other, random }) => {
      const command = random.pick(TYPED);
      const typed = other.marks.length > 0 ? random.pick(other.marks).slice(0, 9) : 'equal';
      return done(discord.type(who, command, OPTION[command] ?? 'escrow', typed));
    },
    'show by their words': async ({ other, random }) =>
      other.marks.length === 0 ? undefined : await say('list', { escrow: random.pick(other.marks).slice(0, -1) }),
    'press their renew': forged('renew'),
    'press their discard': forged('discard'),
    'press their check': forged('check'),
    'press their confirm': forged('confirm'),
    'declare theirs failed': forged('failed-yes'),
    'send their unsigned transaction': withTheirs(({ unsignedXdr }) => say('submit', { xdr: unsignedXdr })),
    'explain their transaction': withTheirs(
      ({ unsignedXdr }) => say('explain', { file: { file: unsignedXdr } }, false),
      held,
    ),
    'show their escrow by its address': withTheirs(
      ({ contractId }) => say('list', { escrow: contractId }, false),
      onLedger,
    ),
    'balance of their escrow': withTheirs(({ contractId }) => say('list', { escrow: contractId }, false), onLedger),
    ...page.across,
  };
  let read = 0;
  const log = () => {
    const from = read;
    read = lines.length;
    return JSON.stringify(lines.slice(from));
  };
  const seen = () => texts() + JSON.stringify(channel.messages.map(shownOf));
  return { name, userId: who.userId, ...self, own, across, seen, log };
}

const shownOf = ({ components, files, flags }: Message) => [
  components,
  files.map(({ name, text }) => [name, text]),
  flags,
];

function preparedRequestOf(card: Message, deal: Deal): Handle | undefined {
  const text = textOf(card);
  const id = /Id `([0-9a-f]{32})`/.exec(text)?.[1];
  const page = /sign\/([0-9a-f]{32})/.exec(JSON.stringify(card.components))?.[1];
  const contractId = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(text)?.[1];
  const unsignedXdr = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text.trim();
  if (!id || !page || !contractId || !unsignedXdr) return undefined;
  return { id, page, transactionHash: hashOf(unsignedXdr), contractId, unsignedXdr, deal };
}
