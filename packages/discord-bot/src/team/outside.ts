/** Who is meant and is not in the private thread: named without a mention, which would let them in. */
import type { APIComponentInContainer } from 'discord.js';
import { button, section } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import type { TeamCard } from './team-rows.ts';

export const letThemIn = ({ handle }: TeamCard, userId: string, { team }: Words): APIComponentInContainer =>
  section(team.notInThread(`<@${userId}>`), button(team.LET_IN, 'team-thread', `${handle}.${userId}`));
