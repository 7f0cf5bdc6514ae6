/** Posts for everybody are in the server's language. */
import { languageOfServer } from '../server/server-rows.ts';
import type { State } from '../state.ts';
import { type Words, wordsOf } from '../words/index.ts';

export const serverWords = async ({ servers }: Pick<State, 'servers'>, guildId: string): Promise<Words> =>
  wordsOf(languageOfServer(await servers.of(guildId)));
