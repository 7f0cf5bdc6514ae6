import { expect, test } from 'vitest';
import { nextDue, REMINDERS_MS } from './watch-rows.ts';

const [FIRST, SECOND] = REMINDERS_MS;

test('after the first reminder comes the second, and after that none', () => {
  expect(nextDue({ changed: 1_000, reminded: 0 }, 1_000 + FIRST)).toBe(1_000 + SECOND);
  expect(nextDue({ changed: 1_000, reminded: 1 }, 1_000 + SECOND)).toBeNull();
  expect(nextDue({ changed: 1_000, reminded: 5 }, 1_000 + SECOND)).toBeNull();
});

test('after a long pause of the bot what was due twice is said once', () => {
  expect(nextDue({ changed: 0, reminded: 0 }, SECOND)).toBeNull();
  expect(nextDue({ changed: 0, reminded: 0 }, SECOND - 1)).toBe(SECOND);
});
