/** Whom and where, before anybody is asked. */
import type { ActionName, Prepared } from '@countersign/core';
import {
  type APIButtonComponent,
  type APIComponentInContainer,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import type { Reply, Task } from '../task.ts';
import { code } from '../views/markdown.ts';
import { button, buttons, container, text } from '../views/parts.ts';
import { hasProven } from '../wallets/proven.ts';
import { botLacks, possiblePlaces, type Where } from './permissions.ts';
import { guessOf, targetOf, type Whom } from './whom.ts';

/** @param chosen absent: as the saved wallets tell */
export async function question(task: Task, { id, summary }: Prepared<ActionName>, chosen?: Whom): Promise<Reply> {
  const { team } = task.words;
  const whom = chosen ?? (await guessOf(task, summary.signer));
  const target = targetOf(id, whom);
  return {
    message: {
      components: container('plain', [
        text(`### ${team.WHERE_HEADING}`),
        text(await whoText(task, whom, summary.signer)),
        select(id, whom, task),
        text(team.WHAT_IS_SHOWN),
        ...placesParts(task, target),
      ]),
    },
  };
}

/** Only places where the bot and the person may write. */
function placesParts({ interaction, words: { team } }: Task, target: string): APIComponentInContainer[] {
  const choices: Readonly<Record<Where, () => APIButtonComponent>> = {
    private: () => button(team.IN_PRIVATE_THREAD, 'ask-thread', target, 'Primary'),
    public: () => button(team.IN_PUBLIC_THREAD, 'ask-public', target),
    channel: () => button(team.IN_THIS_CHANNEL, 'ask-here', target),
  };
  const places = possiblePlaces(interaction);
  const lacks = [...new Set([...botLacks(interaction, 'private'), ...botLacks(interaction, 'channel')])];
  return [
    ...(places.length === 0 ? [] : [buttons(...places.map((place) => choices[place]()))]),
    ...(lacks.length === 0 ? [] : [text(`-# ${team.forMorePlaces(lacks)}`)]),
  ];
}

async function whoText({ bot, person, words }: Task, { member, isChosen }: Whom, signer: string): Promise<string> {
  const { team } = words;
  if (member === undefined) return team.nobodyMeant(code(signer));
  const isProven = await hasProven(bot, { ...person, userId: member }, signer);
  if (isProven) return team.proven(`<@${member}>`, code(signer));
  if (!isChosen) return team.guessed(`<@${member}>`, code(signer));
  const hasSaved = (await bot.state.membersWith(person.guildId, signer)).includes(member);
  return team.chosen(`<@${member}>`, code(signer), hasSaved);
}

function select(handle: string, { member, isChosen }: Whom, { words }: Task): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.UserSelect,
        custom_id: `v1:ask-whom:${handle}`,
        placeholder: words.team.WHOM_TO_ASK,
        // Choosing nobody is a choice too.
        min_values: 0,
        max_values: 1,
        ...(isChosen && member !== undefined
          ? { default_values: [{ id: member, type: SelectMenuDefaultValueType.User }] }
          : {}),
      },
    ],
  };
}
