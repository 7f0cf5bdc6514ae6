import { Asset } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { createProblem, fieldProblem } from '../errors/errors.ts';
import { addressProblem } from '../escrow/address.ts';
import { NETWORKS, SANDBOX_ACCOUNTS } from '../escrow/network.ts';
import { contactFor } from './contact.ts';
import { type AddressField, knownPeople, resolveNames } from './resolve.ts';

const [client, provider] = SANDBOX_ACCOUNTS;
const FIELDS: readonly AddressField[] = [
  { path: ['signer'], takes: 'party' },
  { path: ['roles', '*'], takes: 'party' },
  { path: ['trustline', 'address'], takes: 'token' },
];
const ana = contactFor('Ana', provider.address, { by: 'terminal', at: 0, earlier: undefined });
const resolve = (
  input: unknown,
  contacts = [ana],
  network: (typeof NETWORKS)[keyof typeof NETWORKS] = NETWORKS.testnet,
) => resolveNames(input, FIELDS, network, contacts);

test('names become addresses, wherever an address belongs and nowhere else', () => {
  const { input, names, problems } = resolve({
    signer: 'ANA',
    title: 'Ana',
    roles: [{ approver: client.address, release: 'ana' }, { receiver: 'Ana' }],
    trustline: { address: 'usdc', decimals: 10_000_000 },
  });
  const [usdc] = NETWORKS.testnet.tokens;
  expect(input).toEqual({
    signer: provider.address,
    title: 'Ana',
    roles: [{ approver: client.address, release: provider.address }, { receiver: provider.address }],
    trustline: { address: usdc.address, decimals: 10_000_000 },
  });
  expect(problems).toEqual([]);
  expect(names.map(({ field, name, from }) => [field, name, from])).toEqual([
    ['signer', 'Ana', 'address-book'],
    ['roles[0].release', 'Ana', 'address-book'],
    ['roles[1].receiver', 'Ana', 'address-book'],
    ['trustline.address', 'USDC', 'network'],
  ]);
  expect(names[0]).toMatchObject({ address: provider.address, setBy: 'terminal', setAt: '1970-01-01T00:00:00.000Z' });
});

test('takes an asset by its code and issuer for the contract of its token', () => {
  const [usdc] = NETWORKS.public.tokens;
  const tokenOf = (address: string) => resolve({ trustline: { address } }, [], NETWORKS.public);
  expect(tokenOf(`${usdc.code}:${usdc.issuer}`)).toMatchObject({ input: { trustline: { address: usdc.address } } });
  expect(tokenOf(`GOLD-${client.address}`)).toMatchObject({
    input: { trustline: { address: new Asset('GOLD', client.address).contractId(NETWORKS.public.passphrase) } },
    problems: [],
  });
  const wrong = `USDC:${client.address.slice(0, -1)}A`;
  expect(tokenOf(wrong)).toMatchObject({ input: { trustline: { address: wrong } } });
  expect(resolve({ signer: `USDC:${client.address}` }).input).toEqual({ signer: `USDC:${client.address}` });
});

test('never looks up a federated address, and reports what is needed instead', () => {
  const { input, problems } = resolve({ signer: 'ana*example.org' });
  expect([input, problems]).toEqual([{ signer: 'ana*example.org' }, []]);
  expect(addressProblem('ana*example.org', ['account'])).toEqual(
    createProblem('FEDERATED_ADDRESS', { wanted: 'account' }),
  );
  for (const text of ['a*b', '*example.org', 'ana*example.org x']) {
    expect(addressProblem(text, ['account'])?.code, text).toBe('NOT_AN_ADDRESS');
  }
});

test('suggests a close name but does not use it', () => {
  const { input, problems } = resolve({ signer: 'Anna', roles: { receiver: 'Zoë' } });
  expect(input).toEqual({ signer: 'Anna', roles: { receiver: 'Zoë' } });
  expect(problems).toEqual([
    fieldProblem('signer', 'UNKNOWN_NAME', { close: ['Ana'] }),
    fieldProblem('roles.receiver', 'UNKNOWN_NAME', { close: [] }),
  ]);
});

test('finds an entry only by its exact name, not by the name without its invisible characters', () => {
  const posing = contactFor('Ana\ufe00', client.address, { by: 'terminal', at: 0, earlier: undefined });
  expect(resolve({ signer: 'Ana' }, [posing]).names).toEqual([]);
  expect(resolve({ signer: 'Ana\ufe00' }).names).toEqual([]);
  expect(resolve({ signer: 'Ana' }, [posing, ana]).input).toEqual({ signer: provider.address });
});

test('resolves many texts with a full address book quickly', () => {
  const contacts = Array.from({ length: 500 }, (_, at) => ({ ...ana, key: `name ${at}`, name: `Name ${at}` }));
  const roles = Array.from({ length: 2_000 }, (_, at) => ({ receiver: `Nobody ${at}` }));
  const begun = process.cpuUsage();
  const { problems } = resolve({ signer: 'Name1', roles }, contacts);
  const { user, system } = process.cpuUsage(begun);
  expect(user + system).toBeLessThan(1_500_000);
  expect(problems).toHaveLength(2_001);
  expect(problems[0]?.problem.params).toMatchObject({ close: expect.arrayContaining(['Name 1']) });
});

test('suggests close names only for the first ten problems', () => {
  const roles = Array.from({ length: 12 }, () => ({ receiver: 'Anna' }));
  const { problems } = resolve({ roles });
  expect(problems.map(({ problem }) => 'close' in problem.params && problem.params.close.includes('Ana'))).toEqual([
    ...Array(10).fill(true),
    false,
    false,
  ]);
});

test.each([
  'G123',
  `${client.address.slice(0, -1)}X`,
  ` ${client.address}`,
  client.address.toLowerCase(),
  '',
  5,
  null,
  {},
])('leaves a text that is meant as an address to its own check: %j', (signer) =>
  expect(resolve({ signer })).toMatchObject({ input: { signer }, names: [] }),
);

test('an entry whose address was damaged is not used', () => {
  const damaged = { ...ana, address: `${provider.address.slice(0, -1)}X` };
  expect(resolve({ signer: 'Ana' }, [damaged])).toMatchObject({ input: { signer: 'Ana' }, names: [] });
  expect(resolve({ signer: 'Ana' }, [damaged]).problems).toEqual([fieldProblem('signer', 'NAME_WITHOUT_ADDRESS')]);
});

describe('built-in names', () => {
  test('the sandbox’s accounts have names only in the sandbox, and an address book cannot override them', () => {
    const posing = { ...ana, name: 'Client', key: 'client' };
    expect(resolve({ signer: 'client' }, [posing], NETWORKS.sandbox)).toMatchObject({
      input: { signer: client.address },
      names: [{ name: 'client', from: 'sandbox' }],
    });
    expect(resolve({ signer: 'client' }).problems).toHaveLength(1);
  });

  test('shows a demo account as a person unless the address book has another person by that name', () => {
    const { address } = client;
    const contact = contactFor('aná', provider.address, { by: 'page', at: 0, earlier: undefined });
    expect(knownPeople(NETWORKS.sandbox, []).get(address)?.name).toBe('Ana');
    expect(knownPeople(NETWORKS.sandbox, [contact]).get(address)?.name).toBe('client');
    expect(resolve({ signer: 'Ana' }, [], NETWORKS.sandbox).problems).toHaveLength(1);
  });

  test.each([
    ['testnet', 'XLM', 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC'],
    ['public', 'eurc', NETWORKS.public.tokens[1].address],
    ['sandbox', 'USDC', NETWORKS.sandbox.tokens[0].address],
  ] as const)('on %s %s is its contract', (name, code, address) => {
    expect(resolve({ trustline: { address: code } }, [], NETWORKS[name]).input).toEqual({ trustline: { address } });
  });

  test('a token has no role, and no one is a token', () => {
    expect(resolve({ roles: { receiver: 'USDC' } }).problems).toHaveLength(1);
    expect(resolve({ trustline: { address: 'client' } }, [], NETWORKS.sandbox).problems).toHaveLength(1);
  });
});

test.each([
  ['sandbox', 'XLM', ['USDC']],
  ['testnet', 'DOGE', ['USDC', 'EURC', 'XLM']],
  ['public', 'DAI', ['USDC', 'EURC', 'XLM']],
] as const)('on %s %s is no token', (name, code, known) => {
  expect(resolve({ trustline: { address: code } }, [ana], NETWORKS[name]).problems).toEqual([
    fieldProblem('trustline.address', 'UNKNOWN_TOKEN', { network: name, known, close: [] }),
  ]);
});

test('leaves unknown keys unchanged', () => {
  const input = JSON.parse('{"__proto__": {"signer": "Ana"}, "roles": {"__proto__": "Ana"}}');
  expect(JSON.stringify(resolve(input).input)).toBe(
    `{"__proto__":{"signer":"Ana"},"roles":{"__proto__":"${provider.address}"}}`,
  );
});
