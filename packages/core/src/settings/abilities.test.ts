/** The abilities of a service are what its dialect builds, and what Stellar RPC can build instead. */
import { expect, test } from 'vitest';
import { type Network, networkWith } from '../escrow/network.ts';
import { STEP_NAMES } from '../escrow/steps.ts';
import { functionOf } from '../kinds/escrow-kind.ts';
import { SERVED_KINDS } from '../kinds/live-kinds.ts';
import { createEscrowClient, dialectFor } from '../service/index.ts';
import { isBuiltByService } from '../workflow/carriers/service-carriers.ts';
import { abilitiesOf } from './abilities.ts';
import { parseSettings } from './settings.ts';

const FEE = 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5';
const feeAddress = { feeAddress: FEE };
const NETWORKS_WITH_SERVICES = (['sandbox', 'testnet', 'public'] as const).flatMap((name) =>
  (['seed', 'v1'] as const).flatMap((dialect): [string, Network][] => [
    [`${dialect} on ${name}`, networkWith(name, dialect)],
    [`${dialect} on ${name} with a fee address`, { ...networkWith(name, dialect), ...feeAddress }],
  ]),
);
const abilities = (network: Network) =>
  abilitiesOf({ network, serviceUrl: 'https://service.example', rpcUrls: ['https://rpc.example'], withoutRpc: false });

test.each(NETWORKS_WITH_SERVICES)('%s: names the steps that its service or Stellar RPC can build', (_, network) => {
  const service = createEscrowClient({
    baseUrl: 'https://service.example',
    accessToken: 'a-token',
    apiKey: 'a-key',
    dialect: dialectFor(network),
    requestsPerMinute: 1,
  });
  const built = STEP_NAMES.filter((name) => isBuiltByService(name, network, service));
  expect(network.buildsSteps ?? []).toEqual(built);
  const byRpc = STEP_NAMES.filter((name) =>
    SERVED_KINDS.every((kind) => {
      const takes = functionOf(kind, name, network)?.takes;
      return takes !== undefined && (network.feeAddress !== undefined || !takes.includes('feeAddress'));
    }),
  );
  expect(abilities(network).steps).toEqual(STEP_NAMES.filter((name) => built.includes(name) || byRpc.includes(name)));
  expect(abilities(network).listsEscrows).toBe(service.rows !== undefined);
});

test('names no step where no ledger can be asked', () => {
  const OWN = { ESCROW_API_URL: 'https://service.example', ESCROW_API_KEY: 'k', ESCROW_ACCESS_TOKEN: 't' };
  const without = { ...OWN, STELLAR_NETWORK: 'public', COUNTERSIGN_WITHOUT_RPC: 'true' };
  expect(abilitiesOf(parseSettings(without))).toMatchObject({ hasLedger: false, steps: [] });
  expect(abilitiesOf(parseSettings({ ...OWN, STELLAR_NETWORK: 'testnet' })).hasLedger).toBe(true);
  // The embedded sandbox has its own.
  expect(abilitiesOf(parseSettings({ COUNTERSIGN_WITHOUT_RPC: 'true' }))).toMatchObject({
    hasLedger: true,
    steps: STEP_NAMES,
  });
});
