/** The bot's rows in its own file. In the database that several machines share: rows.machine.test.ts. */
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { onTestFinished } from 'vitest';
import { describeBotRows } from '../../test/rows.ts';
import { openState } from './state.ts';

describeBotRows('SQLite', () => {
  const folder = temporaryFolder();
  return async (now) => {
    const state = openState(folder, 'sandbox', now);
    onTestFinished(() => state.close());
    return state;
  };
});
