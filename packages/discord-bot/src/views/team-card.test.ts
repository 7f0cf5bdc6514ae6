import { ROLE_NAMES, STEP_NAMES } from '@countersign/core/escrow';
import { addressOf, foreignIn, plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import type { TeamCard } from '../state/team-rows.ts';
import { wordsOf } from '../words/index.ts';
import type { Stage } from '../words/keys.ts';
import { keptOf, teamMessage } from './team-card.ts';

const [ENGLISH, SPANISH] = [wordsOf('en'), wordsOf('es')];
const STAGES: readonly Stage[] = ['waiting', ...(Object.keys(ENGLISH.team.sentences) as Stage[])];
const CARD: TeamCard = {
  ...{ handle: 'a'.repeat(32), guild: '1', channel: '2', thread: null, message: '3', asker: '4', asked: null },
  ...{ signer: addressOf('client'), contract: '', title: '', role: '', shown: 'waiting' },
};
const textOf = (changes: Partial<TeamCard>, stage: Stage = 'waiting', words = ENGLISH) =>
  plain(teamMessage({ ...CARD, ...changes }, stage, words) as never);

test('has words of its own for every outcome, and keeps a stranger’s title plain', () => {
  const title = '@everyone [x](https://example.org)';
  const headings = STAGES.map((stage) => textOf({ title }, stage).split('\n')[0] as string);
  expect(new Set(headings).size).toBe(9);
  const { components } = teamMessage({ ...CARD, title }, 'waiting', ENGLISH);
  expect(JSON.stringify(components)).toContain(JSON.stringify('\\@everyone \\[x\\]\\(https\\:').slice(1, -1));
});

test('is Spanish in every state and for every signer', () => {
  const roles = STEP_NAMES.flatMap((step) => [undefined, ...ROLE_NAMES].map((role) => keptOf({ step, role })));
  const messages = [
    ...[keptOf(undefined), ...roles].map((role) => teamMessage({ ...CARD, role }, 'waiting', SPANISH)),
    ...STAGES.map((stage) => teamMessage(CARD, stage, SPANISH)),
  ];
  for (const message of messages) expect(foreignIn(message as never)).toEqual([]);
  expect(textOf({}, 'waiting', SPANISH)).toContain('## Pago: a la espera de quien firma');
  expect(textOf({ role: 'approve.approver' }, 'waiting', SPANISH)).toContain('a la espera de quien aprueba (aprobar)');
});
