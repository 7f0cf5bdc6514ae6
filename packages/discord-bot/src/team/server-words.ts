/** What is posted for everybody is said in the server's language. */
import { languageOfServer } from '../server/server-rows.ts';
import type { State } from '../state.ts';
import { type Words, wordsOf } from '../words/index.ts';

export const serverWords = ({ servers }: Pick<State, 'servers'>, guildId: string): Words =>
  wordsOf(languageOfServer(servers.of(guildId)));
