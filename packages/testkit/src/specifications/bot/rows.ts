/** What every place keeps that the bot's rows can stand in. */
import { describeCards, describeClaims, describeTeamCards } from './cards.ts';
import { describeDrafts, describeServers, describeWallets } from './people.ts';
import type { NewPlace } from './place.ts';
import { describeWatch } from './watch.ts';

export function describeBotRows(name: string, place: NewPlace): void {
  describeWallets(name, place);
  describeDrafts(name, place);
  describeServers(name, place);
  describeCards(name, place);
  describeTeamCards(name, place);
  describeClaims(name, place);
  describeWatch(name, place);
}
