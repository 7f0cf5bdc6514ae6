import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { NETWORKS } from '@countersign/core/network';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { EVERY_TOOL } from '../tools/tools-for.ts';
import { type InputSchema, readArguments, withMeantFields } from './read-arguments.ts';

const schemaOf = (tool: string) => EVERY_TOOL.find(({ name }) => name === tool)?.inputSchema as InputSchema;
const read = (tool: string, input: unknown) => readArguments(schemaOf(tool), input);
const [{ address }] = NETWORKS.sandbox.tokens;

/** Each optional field of each tool. */
const OPTIONAL = EVERY_TOOL.flatMap(({ name, inputSchema }) => {
  const { properties = {}, required = [] } = inputSchema as InputSchema;
  return Object.keys(properties)
    .filter((field) => !required.includes(field))
    .map((field) => [name, field] as const);
});

test('leaves out every optional field that is null, an empty text or list, or the text of null, in each tool', () => {
  expect(OPTIONAL.length).toBeGreaterThan(40);
  for (const [tool, field] of OPTIONAL) {
    for (const empty of [null, '', ' ', [], 'null', 'undefined']) {
      expect(read(tool, { [field]: empty }), `${tool} ${field} ${JSON.stringify(empty)}`).toMatchObject({
        input: {},
        problems: [],
      });
    }
  }
});

/** As hosts and models write them. */
const WRITTEN: Readonly<Record<string, readonly unknown[]>> = {
  deploy_escrow: [
    ...['true', 'False', 'perhaps', [true], `${' '.repeat(16)}true`, `${' '.repeat(17)}true`].map((includeXdr) => ({
      includeXdr,
    })),
    ...['[{', { amount: '1' }, 5, '[{"description":"a","description":"b"}]'].map((milestones) => ({ milestones })),
    ...[[{ approver: 'a' }], '{"approver":"a","receiver":null}', { _x: 'a' }].map((roles) => ({ roles })),
    { trustline: { address, decimals: '7' } },
    { engagementId: 17, platformFee: 2.5 },
    { title: 'Logo', milestones: '[]', cwd: '/home/ana', roles: { approver: 'a' }, id: null },
    JSON.parse('{"constructor":{"a":1},"toString":"x"}'),
  ],
  update_escrow: [
    { escrow: '' },
    { milestones: [{ description: '', amount: '', receiver: null }], roles: { approver: '' }, platformFee: null },
  ],
  find_escrows: [{ openList: 1 }],
  get_escrow: [
    ...['1', ' 2.0 '].map((waitSeconds) => ({ id: 'a', waitSeconds })),
    ...[{ milestonesFrom: '3' }, { historyFrom: 1.5 }, ['a']],
  ],
  get_balances: [[], `["${address}"]`, address, `['${address}', 'Web site']`, `${address}\n${address}`, 5, ' , ; '].map(
    (escrows) => ({ escrows }),
  ),
  prepare_step: [
    ...['[1, 2]', ['1', 2], 2, '1-3'].map((milestones) => ({ milestones })),
    ...[{ milestone: '#1' }, { milestone: '2' }, { step: 'end', includeXdr: {} }, { _amount: '5' }, { amount: null }],
    { distributions: { address, amount: 5, memo: 1 } },
    { distributions: [`{"address":"${address}","amount":"5"}`] },
  ],
  explain_xdr: [{ rowsFrom: 'two' }, { rowsFrom: 0 }],
};
const LIMITED = { type: 'object', properties: { n: { type: 'integer', minimum: 2, maximum: 5 } } } as InputSchema;

test('reads arguments by the types of each schema, and refuses others before the desk sees them, as recorded', async () => {
  const part = createPart();
  for (const [tool, inputs] of Object.entries(WRITTEN))
    for (const input of inputs) part.note(`${tool} ${JSON.stringify(input)}: ${JSON.stringify(read(tool, input))}`);
  for (const n of [1, 2, '5', '6']) part.note(`n ${n} of 2 to 5: ${JSON.stringify(readArguments(LIMITED, { n }))}`);
  await expect(part.text()).toMatchFileSnapshot('recorded/arguments.txt');
});

test('reads hostile values without a failure', () => {
  const deep = JSON.parse(`${'{"approver":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  const odd = { toString: 5, __proto__: null, length: -1 };
  for (const value of [deep, odd, `${' '.repeat(200_000)}x`, '['.repeat(200_000), Array(1_000).fill(deep)]) {
    for (const [tool, field] of OPTIONAL) expect(() => read(tool, { [field]: value })).not.toThrow();
  }
});

const OF_HOSTS = ['_meta', 'toolCallId', 'tool_call_description', 'cwd', 'security_risk', 'random_string', '_x'];
test.each(OF_HOSTS)('leaves out %s, which hosts add, and no other key', (key) => {
  const input = { query: 'x', mileston: 1 };
  for (const { name } of EVERY_TOOL) expect(read(name, { ...input, [key]: 'x' }).input).toEqual(input);
});

const meantFor = (schema: InputSchema, unknown: ReturnType<typeof fieldProblem>) =>
  withMeantFields(new CountersignError('INPUT_INVALID', { fields: [unknown] }), schema).fields;

test.each([
  ['deploy_escrow', 'includeXDR', 'includeXdr'],
  ['deploy_escrow', 'milestones[1].ammount', 'amount'],
  ['deploy_escrow', 'roles.aprover', 'approver'],
  ['deploy_escrow', 'engagement_id', 'engagementId'],
  ['prepare_step', '_amount', 'amount'],
  ['get_escrow', 'escrows', 'escrow'],
  ['prepare_step', 'mileston', 'milestone'],
] as const)('%s: names the field that %s is meant to be', (tool, path, meant) => {
  for (const unknown of [
    fieldProblem(path, 'UNKNOWN_FIELD', { of: 'request' }),
    fieldProblem(path, 'UNKNOWN_STEP_FIELD', { step: 'approve', takes: [] }),
  ])
    expect(meantFor(schemaOf(tool), unknown)).toEqual([fieldProblem(path, 'UNKNOWN_FIELD', { of: 'call', meant })]);
});

test('names no other field for one that the tool lists, or that is like none', () => {
  for (const path of ['evidence', 'colour', '(an odd name)', 'nowhere.amount']) {
    const unknown = fieldProblem(path, 'UNKNOWN_STEP_FIELD', { step: 'approve', takes: [] });
    expect(meantFor(schemaOf('prepare_step'), unknown)).toEqual([unknown]);
  }
});

test.each([
  ['nbme', 'name'],
  ['nbmf', undefined],
  ['nbmes', 'names'],
  ['nbmfs', 'names'],
  ['nbmfz', undefined],
])('allows one letter of four to differ, and two of five: %s', (written, meant) => {
  const schema = { type: 'object', properties: { [written.length === 4 ? 'name' : 'names']: { type: 'string' } } };
  const unknown = fieldProblem(written, 'UNKNOWN_FIELD', { of: 'request' });
  expect(meantFor(schema as InputSchema, unknown)).toEqual([
    meant === undefined ? unknown : fieldProblem(written, 'UNKNOWN_FIELD', { of: 'call', meant }),
  ]);
});
