/** What a look-alike may copy: only addresses that a person trusts, none of an unsigned request, chain or service. */
import { readExpected } from '../../actions/fund/expected-escrow.ts';
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { knownPeople } from '../../contacts/index.ts';
import { partiesOf } from '../../escrow/index.ts';
import { knownToken, knownTokens, type Network } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import { addressesIn } from '../../kinds/escrow-on-chain.ts';
import { type Baseline, lookAlikes, paidAddresses } from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { LookAlike } from '../../words/look-alike.ts';
import type { DeskContext } from '../context.ts';
import { isLocal, type Person } from '../model/person.ts';
import type { ActionRequest } from '../model/requests.ts';

type TrustedBaselineContext = Pick<DeskContext, 'store' | 'network'> & {
  readonly policy?: Pick<DeskContext['policy'], 'defaultSigner'>;
};

/** So many settled requests are read, the newest: that takes some 50 ms. */
const MOST_SETTLED = 200;

/** @param signer the wallet whose money is at stake; default: all wallets of the owner */
export async function trustedBaseline(
  { store, network, policy }: TrustedBaselineContext,
  owner: Person,
  signer?: string,
): Promise<Baseline> {
  const [contacts, proven, signed, settled] = await Promise.all([
    store.contactsOf(owner),
    store.provenWallet(owner),
    store.signedBy(owner),
    store.settledOf(owner, signer, MOST_SETTLED),
  ]);
  const own = setOf([signer, proven, isLocal(owner) ? policy?.defaultSigner : undefined, ...signed]);
  const paying = signer === undefined ? [...own] : [signer];
  const deals = (await Promise.all(paying.map((wallet) => store.dealsOf(wallet)))).flat();
  const paidInto = deals.filter(({ payments }) => payments.some(({ units }) => units > 0n));
  const pinned = [network.factory, network.single?.factory, ...knownTokens(network).map(({ address }) => address)];
  const saved = knownPeople(network, contacts).keys();
  // An entry may have been removed because it was a look-alike, or to make room for one.
  const removed = contacts.flatMap(({ address, before, removedAt }) => [
    before,
    removedAt === undefined ? before : address,
  ]);
  // Of escrows without money there is no reason to trust a party.
  const dealtWith = settled.flatMap(({ contractId, ...request }) => [contractId, ...addressesOf(request, network)]);
  return {
    trusted: setOf([...own, ...saved, ...pinned, ...paidAddresses(deals), ...paidInto.map(({ escrow }) => escrow)]),
    compared: setOf([...removed, ...dealtWith]),
  };
}

/** A blocking warning for each address of a request that looks like one that its owner or signer trusts. */
export async function lookAlikeWarnings(
  context: TrustedBaselineContext,
  owner: Person,
  request: ActionRequest,
): Promise<readonly BlockingWarning[]> {
  const { trusted, compared } = await trustedBaseline(context, owner, request.request.signer);
  const baseline = { trusted, compared: new Set([...compared, ...partiesNow(request, context.network)]) };
  return lookAlikes(addressesOf(request, context.network), baseline).map((params) => ({
    code: 'LOOKS_LIKE_KNOWN',
    params,
  }));
}

/** What an address that a person is about to save looks like. @param saved addresses that are saved elsewhere */
export async function lookAlikeOf(
  context: TrustedBaselineContext,
  owner: Person,
  address: string,
  saved: readonly string[] = [],
): Promise<LookAlike | undefined> {
  const { trusted, compared } = await trustedBaseline(context, owner);
  return lookAlikes([address], { trusted: new Set([...trusted, ...saved]), compared })[0];
}

const setOf = (addresses: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(addresses.filter((address) => address !== undefined));

/** Of a step's escrow, before the step: a new party may look like the one that it replaces. */
function partiesNow({ action, request }: ActionRequest, network: Network): readonly string[] {
  const state = isStepName(action) ? escrowStateOf(request as StepRequest, network) : undefined;
  return state === undefined ? [] : addressesIn(state.escrow);
}

/** Everyone whom a request names or its escrow has as a party, the escrow, and its token. */
function addressesOf({ action, request }: ActionRequest, network: Network): string[] {
  const token = knownToken(network, request.trustline.address)?.address ?? request.trustline.address;
  if (action === 'deploy') return [token, ...partiesOf(request)];
  if (action === 'fund') {
    const expected = readExpected(request.expected);
    return [token, request.escrow, ...(expected === undefined ? [] : addressesIn(expected.escrow))];
  }
  if (!isStepName(action)) return [token];
  const step = request as StepRequest;
  const state = escrowStateOf(step, network);
  if (state === undefined) return [token, step.escrow];
  const { after, pays } = stepOf(action).effect(state, step);
  const paid = pays.flatMap(({ as, to }) => (as === 'service' || to === undefined ? [] : [to]));
  return [token, step.escrow, ...addressesIn(state.escrow), ...addressesIn(after), ...paid];
}
