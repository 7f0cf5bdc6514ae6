import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { NETWORKS } from '@countersign/core/network';
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

test('keeps a required field that is empty, for the error of the desk', () => {
  expect(read('update_escrow', { escrow: '' }).input).toEqual({ escrow: '' });
  expect(read('get_balances', { escrows: [] }).input).toEqual({ escrows: [] });
});

test('leaves out empty fields within lists and objects, and names the amounts among them', () => {
  const milestones = [{ description: '', amount: '', receiver: null }];
  expect(read('update_escrow', { milestones, roles: { approver: '' }, platformFee: null })).toMatchObject({
    input: { milestones: [{ description: '' }], roles: {} },
    emptyAmounts: ['milestones[0].amount', 'platformFee'],
  });
  expect(read('prepare_step', { step: 'fund', id: 'a', amount: null }).emptyAmounts).toEqual(['amount']);
});

test.each([
  ['deploy_escrow', { includeXdr: 'true' }, { includeXdr: true }],
  ['deploy_escrow', { anotherEscrow: 'False' }, { anotherEscrow: false }],
  ['find_escrows', { openList: 1 }, { openList: true }],
  ['get_escrow', { id: 'a', waitSeconds: '1' }, { id: 'a', waitSeconds: 1 }],
  ['get_escrow', { waitSeconds: ' 2.0 ' }, { waitSeconds: 2 }],
  ['get_escrow', { milestonesFrom: '3' }, { milestonesFrom: 3 }],
  ['get_balances', { escrows: `["${address}"]` }, { escrows: [address] }],
  ['get_balances', { escrows: address }, { escrows: [address] }],
  ['get_balances', { escrows: `['${address}', 'Web site']` }, { escrows: [address, 'Web site'] }],
  ['get_balances', { escrows: `${address}\n${address}` }, { escrows: [address, address] }],
  ['prepare_step', { milestones: '[1, 2]' }, { milestones: [1, 2] }],
  ['prepare_step', { milestones: ['1', 2] }, { milestones: [1, 2] }],
  ['prepare_step', { milestones: 2 }, { milestones: [2] }],
  // The desk reads these.
  ['prepare_step', { milestones: '1-3', milestone: '#1' }, { milestones: '1-3', milestone: '#1' }],
  ['deploy_escrow', { milestones: '[{' }, { milestones: '[{' }],
  ['deploy_escrow', { roles: [{ approver: 'a' }] }, { roles: [{ approver: 'a' }] }],
  ['deploy_escrow', { roles: '{"approver":"a","receiver":null}' }, { roles: { approver: 'a' } }],
  ['deploy_escrow', { trustline: { address, decimals: '7' } }, { trustline: { address, decimals: 7 } }],
  ['deploy_escrow', { engagementId: 17, platformFee: 2.5 }, { engagementId: '17', platformFee: 2.5 }],
  [
    'prepare_step',
    { distributions: { address, amount: 5, memo: 1 } },
    { distributions: [{ address, amount: '5', memo: 1 }] },
  ],
  [
    'prepare_step',
    { distributions: [`{"address":"${address}","amount":"5"}`] },
    { distributions: [{ address, amount: '5' }] },
  ],
] as const)('%s: reads %j by the types of its schema', (tool, written, input) => {
  expect(read(tool, written)).toMatchObject({ input, problems: [] });
  expect(read(tool, written).input).toEqual(input);
});

test('keeps what was read otherwise than it was written, for the scan for secrets', () => {
  const milestones = '[{"description":"a","description":"b"}]';
  const written = { title: 'Logo', milestones, cwd: '/home/ana', roles: { approver: 'a' }, id: null };
  expect(read('deploy_escrow', written).changed).toEqual({ milestones, cwd: '/home/ana' });
});

test.each([
  ['deploy_escrow', { includeXdr: 'perhaps' }, fieldProblem('includeXdr', 'WRONG_TYPE', { wanted: 'flag' })],
  ['prepare_step', { step: 'end', includeXdr: {} }, fieldProblem('includeXdr', 'WRONG_TYPE', { wanted: 'flag' })],
  ['explain_xdr', { rowsFrom: 'two' }, fieldProblem('rowsFrom', 'WRONG_TYPE', { wanted: 'integer' })],
  ['explain_xdr', { rowsFrom: 0 }, fieldProblem('rowsFrom', 'LESS_THAN', { least: 1 })],
  ['get_escrow', { historyFrom: 1.5 }, fieldProblem('historyFrom', 'WRONG_TYPE', { wanted: 'integer' })],
  ['get_escrow', ['a'], fieldProblem('(the whole input)', 'WRONG_TYPE', { wanted: 'object' })],
])('%s: refuses %j before the desk sees it', (tool, input, problem) => {
  expect(read(tool, input).problems).toEqual([problem]);
});

test.each([
  ['the least number', 2, 2, []],
  ['less than that', 1, 1, [fieldProblem('n', 'LESS_THAN', { least: 2 })]],
  ['the most', '5', 5, []],
  ['more than that', '6', 6, [fieldProblem('n', 'MORE_THAN', { most: 5 })]],
])('takes a number within its limits: %s', (_, written, read, problems) => {
  const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 2, maximum: 5 } } } as InputSchema;
  expect(readArguments(schema, { n: written })).toMatchObject({ input: { n: read }, problems });
});

test('reads a flag from the first 20 characters of a text', () => {
  const flag = (spaces: number) => read('deploy_escrow', { includeXdr: `${' '.repeat(spaces)}true` }).input;
  expect([flag(16), flag(17)]).toEqual([{ includeXdr: true }, { includeXdr: `${' '.repeat(17)}true` }]);
});

test.each([
  ['deploy_escrow', { milestones: { amount: '1' } }, { milestones: [{ amount: '1' }] }],
  ['deploy_escrow', { milestones: 5 }, { milestones: 5 }],
  ['get_balances', { escrows: 5 }, { escrows: ['5'] }],
  ['get_balances', { escrows: ' , ; ' }, { escrows: [] }],
  ['prepare_step', { milestone: '2' }, { milestone: 2 }],
  ['deploy_escrow', { includeXdr: [true] }, { includeXdr: [true] }],
] as const)('%s: reads %j as a list, a number or a flag only where it is one', (tool, written, input) => {
  expect(read(tool, written).input).toEqual(input);
});

test('reads hostile values without a failure', () => {
  const deep = JSON.parse(`${'{"approver":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  const odd = { toString: 5, __proto__: null, length: -1 };
  for (const value of [deep, odd, `${' '.repeat(200_000)}x`, '['.repeat(200_000), Array(1_000).fill(deep)]) {
    for (const [tool, field] of OPTIONAL) expect(() => read(tool, { [field]: value })).not.toThrow();
  }
  expect(read('deploy_escrow', JSON.parse('{"constructor":{"a":1},"toString":"x"}')).input).toEqual(
    JSON.parse('{"constructor":{"a":1},"toString":"x"}'),
  );
});

const OF_HOSTS = ['_meta', 'toolCallId', 'tool_call_description', 'cwd', 'security_risk', 'random_string', '_x'];
test.each(OF_HOSTS)('leaves out %s, which hosts add, and no other key', (key) => {
  const input = { query: 'x', mileston: 1 };
  for (const { name } of EVERY_TOOL) expect(read(name, { ...input, [key]: 'x' }).input).toEqual(input);
});

test('keeps a field of ours behind an underscore, and any key within an object', () => {
  expect(read('prepare_step', { _amount: '5' }).input).toEqual({ _amount: '5' });
  expect(read('deploy_escrow', { roles: { _x: 'a' } }).input).toEqual({ roles: { _x: 'a' } });
});

const MISSPELT = [
  ['deploy_escrow', 'includeXDR', 'includeXdr'],
  ['deploy_escrow', 'milestones[1].ammount', 'amount'],
  ['deploy_escrow', 'roles.aprover', 'approver'],
  ['deploy_escrow', 'engagement_id', 'engagementId'],
  ['prepare_step', '_amount', 'amount'],
  ['get_escrow', 'escrows', 'escrow'],
  ['prepare_step', 'mileston', 'milestone'],
] as const;
test.each(MISSPELT)('%s: names the field that %s is meant to be', (tool, path, meant) => {
  for (const unknown of [
    fieldProblem(path, 'UNKNOWN_FIELD', { of: 'request' }),
    fieldProblem(path, 'UNKNOWN_STEP_FIELD', { step: 'approve', takes: [] }),
  ]) {
    const error = new CountersignError('INPUT_INVALID', { fields: [unknown] });
    expect(withMeantFields(error, schemaOf(tool)).fields).toEqual([
      fieldProblem(path, 'UNKNOWN_FIELD', { of: 'call', meant }),
    ]);
  }
});

test('names no other field for one that the tool lists, or that is like none', () => {
  for (const path of ['evidence', 'colour', '(an odd name)', 'nowhere.amount']) {
    const fields = [fieldProblem(path, 'UNKNOWN_STEP_FIELD', { step: 'approve', takes: [] })];
    const error = new CountersignError('INPUT_INVALID', { fields });
    expect(withMeantFields(error, schemaOf('prepare_step')).fields).toEqual(fields);
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
  const { fields } = withMeantFields(
    new CountersignError('INPUT_INVALID', { fields: [unknown] }),
    schema as InputSchema,
  );
  expect(fields).toEqual([
    meant === undefined ? unknown : fieldProblem(written, 'UNKNOWN_FIELD', { of: 'call', meant }),
  ]);
});
