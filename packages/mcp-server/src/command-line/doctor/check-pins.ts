/**
 * What a deploy must call and create according to the settings, and what the ledger says about it. A pin that the ledger
 * does not contradict may still be wrong: only the service's owner can confirm it.
 */
import { differencesOfCode, interfaceOf } from '@countersign/core/interfaces';
import { type InterfacePart, servedKind } from '@countersign/core/kinds';
import { openLedger } from '@countersign/core/ledger';
import {
  codeOwnerOf,
  type Network,
  type Pins,
  pinnedCodes,
  pinsOf,
  type Release,
  releasesOf,
} from '@countersign/core/network';
import { FOUND_UNCONFIRMED } from '@countersign/core/network/trustless-work';
import { type Finding, note, ok, skipped, wrong } from './findings.ts';

const VARIABLE = 'ESCROW_PINS';
const PREFIX: Readonly<Record<Release, string>> = { multi: '', single: 'single.' };
const subjectOf = (release: Release, pin: keyof Pins): string => `${VARIABLE} ${PREFIX[release]}${pin}`;

const HOW_TO_VERIFY =
  'Compare it with what the service’s owner publishes, and with a deploy that the service builds for you: explain_xdr names its factory and its code.';
const ASK_THE_OWNER =
  'To confirm them, ask the service’s owner, by the support of dapp.trustlesswork.com or in an issue of github.com/Trustless-Work/trustlesswork-smart-contract-stellar, for the factory and the code hash of multi-release escrows on public, and compare every character.';

/** @param url of the trusted RPC; absent if none can be asked */
export async function checkPins(url: string | undefined, network: Network): Promise<Finding[]> {
  const found = await Promise.all(releasesOf(network).map((release) => ofRelease(url, network, release)));
  return [...found.flat(), ...comparedWithFound(network)];
}

async function ofRelease(url: string | undefined, network: Network, release: Release): Promise<Finding[]> {
  const { factory, wasmHash } = pinsOf(network, release);
  const codes = pinnedCodes(pinsOf(network, release));
  const missing = [
    ...(factory === undefined ? [unset(release, 'factory')] : []),
    ...(wasmHash === undefined && factory === undefined ? [unset(release, 'wasmHash')] : []),
  ];
  if (url === undefined) {
    return [
      ...missing,
      ...(['factory', 'wasmHash'] as const).flatMap((pin) =>
        pinsOf(network, release)[pin] === undefined
          ? []
          : [ok(subjectOf(release, pin), 'is pinned; whether it is on the network was not asked')],
      ),
    ];
  }
  return [
    ...missing,
    ...(factory === undefined ? [] : await factoryFindings(url, network, release, factory)),
    ...(await Promise.all(codes.map((code, at) => codeFindings(url, network, release, code, at)))).flat(),
  ];
}

function unset(release: Release, pin: keyof Pins): Finding {
  return note(
    subjectOf(release, pin),
    `is not set, so no ${release}-release deploy can be verified; ask the service’s owner for it.`,
  );
}

/** A factory runs the code of the escrows that it creates. */
async function factoryFindings(url: string, network: Network, release: Release, factory: string): Promise<Finding[]> {
  const subject = subjectOf(release, 'factory');
  const codes = pinnedCodes(pinsOf(network, release));
  const seen = await openLedger([url], network.passphrase).lookAt({ contracts: [factory] });
  if (seen.kind === 'no-answer') {
    return [skipped(subject, 'is pinned; the RPC did not report whether it is on the network')];
  }
  const code = seen.contracts.get(factory)?.code;
  if (code === undefined) {
    return [wrong(subject, 'is not on this network, or is archived.', 'Verify it with the service’s owner.')];
  }
  const owner = codeOwnerOf(code);
  if (owner !== undefined) {
    return [
      wrong(subject, `has code that ${owner} can replace at any time.`, `No such escrow is verified. ${HOW_TO_VERIFY}`),
    ];
  }
  const factoryOnly = await interfaceFinding(url, network, release, { code, part: 'factory', source: 'factory' });
  if (codes.length === 0) {
    const pin = subjectOf(release, 'wasmHash');
    return [note(subject, `is pinned, and runs code ${code}. ${HOW_TO_VERIFY} Then set ${pin} to it.`), ...factoryOnly];
  }
  if (codes.includes(code)) return [ok(subject, 'is pinned, and runs the pinned code'), ...factoryOnly];
  const pinned =
    codes.length === 1 ? `the pinned code of its escrows is ${codes[0]}` : `pinned are ${codes.join(', ')}`;
  return [
    wrong(
      subject,
      `runs code ${code}; ${pinned}.`,
      `Either is not the service’s, or the service has new code. ${HOW_TO_VERIFY} If it is the service’s, add it to the list in ${subjectOf(release, 'wasmHash')}.`,
    ),
    ...factoryOnly,
    ...(await interfaceFinding(url, network, release, { code, source: 'code that is not pinned' })),
    ...(await functionsOf(url, network, release, code)),
  ];
}

/** @param at which of the pinned codes it is */
async function codeFindings(
  url: string,
  network: Network,
  release: Release,
  code: string,
  at: number,
): Promise<Finding[]> {
  const subject = `${subjectOf(release, 'wasmHash')}${at === 0 ? '' : ` ${at + 1}`}`;
  // The sandbox runs the contract without its code; nothing has this hash.
  if (network.name === 'sandbox') return [ok(subject, 'is the sandbox’s own')];
  const bytes = await openLedger([url], network.passphrase).codeOf(code);
  const own =
    bytes === undefined
      ? skipped(
          subject,
          'is pinned; the RPC gave no code with this hash: there is none, it is archived, or it was not asked',
        )
      : ok(subject, 'is pinned, and is on the network');
  return [
    own,
    ...(await interfaceFinding(url, network, release, { code, source: at === 0 ? 'escrows' : `escrows ${at + 1}` })),
  ];
}

/** Whether the code's own interface has the functions that Countersign calls. */
async function interfaceFinding(
  url: string,
  network: Network,
  release: Release,
  { code, part, source }: { readonly code: string; readonly part?: InterfacePart; readonly source: string },
): Promise<Finding[]> {
  if (network.name === 'sandbox') return [];
  const subject = `functions of ${release}-release ${source}`;
  const ledger = openLedger([url], network.passphrase);
  const scene = { ledger, network };
  const differences = await differencesOfCode(scene, servedKind(release), code, part && [part]);
  if (differences === undefined) {
    return [skipped(subject, 'could not be read: the RPC gave no code, or it does not describe its functions')];
  }
  if (differences.length === 0) return [ok(subject, 'are those that Countersign calls, by the code’s own interface')];
  const each = differences.map(({ name, wanted, found }) =>
    found === undefined ? `${name} is missing` : `${name} takes (${found}), not (${wanted})`,
  );
  return [
    wrong(
      subject,
      `differ from those that Countersign calls: ${each.join('; ')}.`,
      'What uses them is not offered. Update Countersign, or verify the pins with the service’s owner.',
    ),
  ];
}

const MOST_FUNCTIONS = 100;

/** Every function of code that is not pinned, as the code itself describes them. */
async function functionsOf(url: string, network: Network, release: Release, code: string): Promise<Finding[]> {
  const found = await interfaceOf(openLedger([url], network.passphrase), code);
  if (found === undefined) return [];
  const each = [...found].slice(0, MOST_FUNCTIONS).map(([name, takes]) => `${name}(${takes.join(', ')})`);
  const more = found.size > MOST_FUNCTIONS ? `; and ${found.size - MOST_FUNCTIONS} more` : '';
  return [
    note(
      `interface of ${release}-release code that is not pinned`,
      `by its own description: ${each.join('; ')}${more}.`,
    ),
  ];
}

function comparedWithFound(network: Network): Finding[] {
  if (network.name !== 'public') return [];
  const subject = 'pins found on the ledger';
  const { factory } = network;
  const pinned = { factory: factory === undefined ? [] : [factory], wasmHash: pinnedCodes(network) };
  const compared = (['factory', 'wasmHash'] as const).map((pin) => {
    const own = pinned[pin];
    const found = FOUND_UNCONFIRMED[pin];
    if (own.length === 0) return { isSame: false, text: `${pin} is not set, found was ${found}` };
    return own.includes(found)
      ? { isSame: true, text: `${pin} is the same` }
      : { isSame: false, text: `${pin} differs, found was ${found}` };
  });
  const texts = compared.map(({ text }) => text).join('; ');
  const source = 'One multi-release deploy of 31 August 2026 was found on public, not confirmed by the service’s owner';
  const accept = compared.every(({ isSame }) => isSame) ? '' : ' ESCROW_PINS=found accepts what was found.';
  return [note(subject, `${source}: ${texts}. ${ASK_THE_OWNER}${accept}`)];
}
