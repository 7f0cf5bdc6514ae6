/** `pnpm record`: what the product says, sends and stores is as tests/record has it. `pnpm record -u` writes it. */
import { createStable } from '@countersign/testkit/record/stable';
import { expect, test } from 'vitest';
import { testRecord } from './as-recorded.ts';
import { inDiscord } from './discord-life.ts';
import { overHttp, overMcp } from './mcp-life.ts';
import { sqliteSchema } from './schemas.ts';
import { texts } from './texts.ts';

testRecord('The sentences of all surfaces are', texts);
testRecord('The tables of SQLite are', sqliteSchema);
testRecord('A whole life over MCP is', overMcp);
testRecord('A whole life over HTTP is', overHttp);
testRecord('A whole life in Discord is', inDiscord);

test('Equal values have the same number, and different values different ones', () => {
  const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  expect(createStable().of({ one, other, again: `hash ${one}` })).toEqual({
    one: '<hash 1>',
    other: '<hash 2>',
    again: 'hash <hash 1>',
  });
});
