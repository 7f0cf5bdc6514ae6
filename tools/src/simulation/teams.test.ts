/** Honest teams: how often the rule of trust asks once the first deal has ended. */
import { expect, test } from 'vitest';
import { askedOf, COURSE, reportOf, TEAMS } from './teams.ts';

const course = { ...COURSE, weeks: 10, spread: 2, longest: 14 };

test.each(TEAMS)('asks at most twice after the first deal where $name', (team) => {
  const after = [1, 2, 3, 4, 5, 6].map((seed) => askedOf(team, course, seed).after);
  expect(Math.max(...after)).toBeLessThanOrEqual(2);
});

test('reports the figures of each team', () => {
  expect(reportOf({ ...course, weeks: 2 }, 2)).toHaveLength(3 + TEAMS.length);
});
