/** What 10,000 idle cards that wait for a signature cost a bot. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openState } from '@countersign/discord-bot/internal/state';
import { openTestDesk, openWorld } from '@countersign/testkit/discord/open-bot';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { ownBot, withBot } from './bot-process.ts';
import { atMost, type Figure } from './figure.ts';

/** The service's quota lets so many be prepared in a minute; each is let in to be seen by others. */
const HANDLES = 40;
const PEOPLE_EACH = 5;
/** As many as a person is followed with. */
const CARDS_EACH = 50;
const CARDS = HANDLES * PEOPLE_EACH * CARDS_EACH;
const AIM_PERCENT = 10;
const MEASURED_MS = 20_000;
/** A starting bot checks each card once; that is not idle time. */
const START_MS = 180_000;
const LOOK_MS = 2_000;
const CARD_LIFE_MS = 14 * 60_000;

export async function cardFigures(): Promise<Figure[]> {
  const world = await openWorld();
  try {
    await leaveCards(world.env);
    const percent = await withBot({ args: ownBot(), env: () => world.env }, async (_, bot) => {
      const use = async (ms: number) => {
        const [before, started] = [await bot.cpuMs(), performance.now()];
        await sleep(ms);
        return (100 * ((await bot.cpuMs()) - before)) / (performance.now() - started);
      };
      const end = performance.now() + START_MS;
      while ((await use(LOOK_MS)) > 3 * AIM_PERCENT && performance.now() < end);
      return await use(MEASURED_MS);
    });
    const cards = CARDS.toLocaleString('en');
    const aim = atMost(percent, AIM_PERCENT, '%');
    return [
      { name: `of a core, for ${cards} followed cards to which nothing happens`, value: percent, unit: '%', aim },
    ];
  } finally {
    await world.close();
  }
}

/** Cards as an earlier process leaves them: shown, and held by nobody. */
async function leaveCards(env: Record<string, string>): Promise<void> {
  const { desk, close } = await openTestDesk(env);
  const state = openState(env['COUNTERSIGN_DATA_DIR'] as string, 'sandbox');
  const guildId = '1300000000000000002';
  const personAt = (index: number) => ({ tenant: guildId, id: `1300000000000${100_000 + index}` });
  for (let index = 0; index < CARDS; index += PEOPLE_EACH * CARDS_EACH) {
    const own = desk.for(personAt(index));
    const { id, transactionHash } = await own.prepare('deploy', { ...REQUEST, engagementId: `CARDS-${index}` });
    for (let other = 1; other < PEOPLE_EACH; other++) await own.grant(id, personAt(index + other), 'sign');
    for (let each = 0; each < PEOPLE_EACH * CARDS_EACH; each++) {
      const { id: userId } = personAt(index + (each % PEOPLE_EACH));
      const messageId = `1400000000000${100_000 + index + each}`;
      const card = { userId, guildId, handle: id, applicationId: '1300000000000000004', token: `token-${messageId}` };
      await state.keepCard(
        { ...card, messageId, until: Date.now() + CARD_LIFE_MS, language: 'en' },
        '',
        `prepared ${transactionHash}`,
      );
    }
  }
  await state.close();
  await close();
}
