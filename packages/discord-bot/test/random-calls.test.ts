/** Two people in two servers call at random, also with each other's ids, pages, hashes and transactions. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { createRandom } from '@countersign/testkit/mutation/random';
import { expect, test } from 'vitest';

const SEED = 20_261_122;
const CALLS = 150;
const ELSEWHERE = '112233445566778899';
const UNKNOWN = '0123456789abcdef0123456789abcdef';
const BUTTONS = ['renew', 'discard', 'check', 'failed', 'failed-yes', 'confirm'];
/** What everybody asks for: two versions of one escrow, and another one. */
const REQUESTS = [{}, { platformFee: 7 }, { engagementId: 'ENG-2' }].map((changes) => requestFile(changes));

/** What the owner of a handle was shown, and nobody else may be. */
type Own = { readonly owner: Person; readonly id: string; readonly page: string | undefined };

const idIn = (text: string) => /Id `([0-9a-f]{32})`/.exec(text)?.[1];
const wholeOf = ({ components, files }: Message) => JSON.stringify([components, files]);
const pageIn = (message: Message) => /sign\/([0-9a-f]{32})/.exec(wholeOf(message))?.[1];

/** Presses a button that a message of the person's own never had, and fills in what it opens. */
async function press(discord: Discord, person: Person, customId: string): Promise<Message> {
  const on = await answered(discord.command(person, 'help'));
  const { versions } = on;
  const clicked = discord.clickId(person, on, customId);
  await until(() => clicked.acknowledgedAt);
  const last: Interaction =
    clicked.modal === undefined ? clicked : discord.submitModal(person, clicked, { amount: '30.5' });
  return await until(
    () =>
      last.messages.find((each) => each !== on && each.components !== undefined) ??
      (on.versions > versions ? on : undefined),
  );
}

test('whatever two people in two servers call, nobody is shown or changes anything of another’s', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, {
    ...(await startWorld()),
    ESCROW_RATE_LIMIT: '1000',
    DISCORD_SERVER_RATE_LIMIT: '1000',
  });
  const [ada, bob] = [discord.person(), discord.person()];
  const people = [ada, bob, { ...ada, guildId: ELSEWHERE }, { ...bob, guildId: ELSEWHERE }];
  const random = createRandom(SEED);
  const known = new Map<string, Own>();
  const unsigned: string[] = [];

  /** Notes what is new for the person, and finds nothing of anybody else's. */
  const look = (person: Person, message: Message) => {
    const whole = wholeOf(message);
    for (const { owner, id, page } of known.values()) {
      if (owner === person) continue;
      expect(whole).not.toContain(id);
      if (page !== undefined) expect(whole).not.toContain(page);
    }
    const id = idIn(textOf(message));
    const page = pageIn(message);
    if (id === undefined || page === undefined) return;
    expect([undefined, page]).toContain(known.get(id)?.page);
    known.set(id, { owner: person, id, page });
    unsigned.push(...message.files.flatMap(({ name, text }) => (name === 'unsigned.xdr.txt' ? [text] : [])));
  };
  const referred = () => {
    const own = random.pick([...known.values(), { owner: undefined, id: UNKNOWN, page: undefined }]);
    return { owner: own.owner, reference: random.below(4) === 0 ? (own.page ?? own.id) : own.id, id: own.id };
  };
  /** Calls with an id of anybody's; one that is not the person's own is answered as an unknown one is. */
  const callWithId = async (person: Person, call: (reference: string) => Promise<Message>) => {
    const { owner, reference, id } = referred();
    const answer = await call(reference);
    look(person, answer);
    if (owner === person && reference === id) return;
    expect(textOf(answer)).toContain('HANDLE\\_NOT\\_FOUND');
    expect(textOf(answer)).toBe(textOf(await call(UNKNOWN)));
  };

  const CALLS_OF = {
    deploy: async (person: Person) => {
      look(person, await answered(discord.command(person, 'deploy', { file: random.pick(REQUESTS) })));
    },
    pending: async (person: Person) => {
      const asked = discord.command(person, 'pending');
      await answered(asked);
      for (const message of asked.messages) look(person, message);
    },
    submit: async (person: Person) => {
      await callWithId(person, (id) => answered(discord.command(person, 'submit', { id })));
    },
    shared: async (person: Person) => {
      await callWithId(person, (id) => answered(discord.command(person, 'pending', { id })));
    },
    share: async (person: Person) => {
      const user = discord.person();
      await callWithId(person, (id) =>
        answered(discord.command(person, 'share', { id, user: { user }, right: random.pick(['read', 'sign']) })),
      );
    },
    unsigned: async (person: Person) => {
      const xdr = unsigned.length === 0 ? 'AAAA' : random.pick(unsigned);
      look(person, await answered(discord.command(person, 'submit', { file: { file: xdr } })));
    },
    file: async (person: Person) => {
      await callWithId(person, (id) =>
        answered(discord.command(person, 'deploy', { file: { file: JSON.stringify({ id }) } })),
      );
    },
    button: async (person: Person) => {
      const action = random.pick(BUTTONS);
      await callWithId(person, (id) => press(discord, person, `v1:${action}:${id}`));
    },
  };
  const kinds = Object.values(CALLS_OF);
  for (let call = 0; call < CALLS; call += 1) await random.pick([CALLS_OF.deploy, ...kinds])(random.pick(people));

  const owners = new Set([...known.values()].map(({ owner }) => owner));
  expect(owners.size).toBe(people.length);
  expect(new Set([...known.values()].map(({ page }) => page)).size).toBe(known.size);
});
