import { expect, test } from 'vitest';
import { firstReminder, nextDue } from './watch-rows.ts';

const DAY_MS = 24 * 3_600_000;
const CHANGED = 1_000_000;

test('reminds twice, first after the days that the server chose, and never twice at once', () => {
  expect(firstReminder({ changed: CHANGED })).toBe(CHANGED + 2 * DAY_MS);
  expect(firstReminder({ changed: CHANGED }, 14)).toBe(CHANGED + 14 * DAY_MS);
  expect(nextDue({ changed: CHANGED, reminded: 0 }, CHANGED + 2 * DAY_MS)).toBe(CHANGED + 7 * DAY_MS);
  expect(nextDue({ changed: CHANGED, reminded: 0 }, CHANGED + 3 * DAY_MS, 3)).toBe(CHANGED + 8 * DAY_MS);
  // The bot was down when the second one was due.
  expect(nextDue({ changed: CHANGED, reminded: 0 }, CHANGED + 8 * DAY_MS)).toBeNull();
  expect(nextDue({ changed: CHANGED, reminded: 1 }, CHANGED + 7 * DAY_MS)).toBeNull();
});
