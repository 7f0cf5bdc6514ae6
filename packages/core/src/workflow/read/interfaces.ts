/** Whether a contract's code has the functions that we know; read once for each hash, since such code cannot change. */

import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import {
  type ContractInterface,
  type InterfaceDifference,
  type InterfacePart,
  interfaceDifferences,
  interfaceIn,
} from '../../kinds/contract-interface.ts';
import { ACTS, type Act, type EscrowKind } from '../../kinds/escrow-kind.ts';
import { SERVED_KINDS } from '../../kinds/live-kinds.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { BoundedMap, keptFor } from '../../text/bounded-map.ts';

type InterfaceContext = { readonly ledger?: Ledger | undefined; readonly network: Network };
type Kept = { readonly at: number; readonly found: Promise<ContractInterface | undefined> };

const MOST_KEPT = 100;
const keptOf = keptFor<Ledger, BoundedMap<string, Kept>>(() => new BoundedMap(MOST_KEPT));
/** An RPC that gave no code is asked again after this time. */
const ASK_AGAIN_MS = 600_000;

/** Undefined where its interface could not be read. The sandbox runs contracts without code: nothing to compare. */
export async function differencesOfCode(
  { ledger, network }: InterfaceContext,
  kind: EscrowKind,
  code: string,
  parts?: readonly InterfacePart[],
): Promise<readonly InterfaceDifference[] | undefined> {
  if (ledger === undefined || network.name === 'sandbox' || !SERVED_KINDS.includes(kind)) return undefined;
  const found = await interfaceOf(ledger, code);
  return found && interfaceDifferences(found, kind, network, parts);
}

/** What a code says of its own functions; undefined where it could not be read. @param code lower-case hex */
export async function interfaceOf(ledger: Ledger, code: string): Promise<ContractInterface | undefined> {
  // Anything else is not the hash of a code.
  if (!/^[0-9a-f]{64}$/.test(code)) return undefined;
  const known = keptOf(ledger);
  const last = known.get(code);
  if (last !== undefined) {
    const found = await last.found;
    if (found !== undefined || performance.now() - last.at < ASK_AGAIN_MS) return found;
  }
  // Not with the caller's signal: others wait for the same answer, and the ledger limits its time.
  const entry = { at: performance.now(), found: ledger.codeOf(code).then((bytes) => bytes && interfaceIn(bytes)) };
  known.set(code, entry);
  return await entry.found;
}

/** The acts that an escrow's code takes otherwise than we know, so that none of them is suggested or offered. */
export async function unknownActs(scene: InterfaceContext, kind: EscrowKind, code: string): Promise<readonly Act[]> {
  const differences = (await differencesOfCode(scene, kind, code, ACTS)) ?? [];
  return differences.flatMap(({ part }) => ACTS.filter((act) => act === part));
}

/** @throws CountersignError INTERFACE_DIFFERS */
export async function requireKnownAct(
  scene: InterfaceContext,
  act: Act,
  kind: EscrowKind,
  code: string,
): Promise<void> {
  refuse(await differencesOfCode(scene, kind, code, [act]));
}

/**
 * The factory's own function, and the one that it calls on the new contract.
 * @throws CountersignError INTERFACE_DIFFERS
 */
export async function requireKnownDeploy(
  scene: InterfaceContext,
  { kind, factory, wasmHash }: Pick<ReadDeploy, 'kind' | 'factory' | 'wasmHash'>,
  signal?: AbortSignal,
): Promise<void> {
  if (scene.ledger === undefined || scene.network.name === 'sandbox') return;
  const snapshot = await scene.ledger.lookAt({ contracts: [factory] }, signal);
  const code = snapshot.kind === 'seen' ? snapshot.contracts.get(factory)?.code : undefined;
  const [ofEscrow, ofFactory] = await Promise.all([
    differencesOfCode(scene, kind, wasmHash, ['initialise']),
    code === undefined ? undefined : differencesOfCode(scene, kind, code, ['factory']),
  ]);
  refuse(ofFactory);
  refuse(ofEscrow);
}

function refuse([first]: readonly InterfaceDifference[] = []): void {
  if (first === undefined) return;
  const { name, found } = first;
  throw new CountersignError('INTERFACE_DIFFERS', {
    detail: found === undefined ? `${name}: –` : `${name}(${found})`,
  });
}
