/**
 * Whether a transaction is an honest deploy of the request that it states itself: for transactions that no one asked
 * for here. The request is read from the reference codec's tree, and judged by the request's own rules; the rest by
 * the oracle, against the deploy that an honest service makes of that request.
 */
import { type DeployRequest, fromBaseUnits, parseDeployRequest } from '@countersign/core/escrow';
import { knownToken } from '@countersign/core/network';
import { buildDeploy } from '../fixtures/deploy-fixture.ts';
import { at, integer, text } from './deploy-subject.ts';
import { CAP } from './envelope-mutations.ts';
import { type Bounds, callOf, permittedDifferences, type Reading, readByOracle } from './oracle.ts';
import { decodeTree, type Tree } from './rust-codec.ts';
import { NETWORK, POLICY } from './valid-deploys.ts';
import { accountUnder } from './values.ts';

const SALT = new Uint8Array(32).fill(3);

export function isHonestDeploy(base64: string): boolean {
  const tree = Buffer.from(base64, 'base64').length > CAP ? undefined : decodeTree(base64);
  const request = tree === undefined ? undefined : statedRequest(tree);
  if (request === undefined) return false;
  const bounds: Bounds = { passphrase: NETWORK.passphrase, ...POLICY };
  const honest = honestReading(request, bounds);
  return permittedDifferences(honest, readByOracle(unsigned(tree), bounds)) !== undefined;
}

/** Most mutants state the same request. */
const readings = new Map<string, Reading>();

function honestReading(request: DeployRequest, bounds: Bounds): Reading {
  const key = JSON.stringify(request);
  const reading = readings.get(key) ?? readByOracle(decodeTree(buildDeploy(request, { salt: SALT })), bounds);
  if (reading === undefined) throw new Error('the oracle must take an honest deploy');
  readings.set(key, reading);
  return reading;
}

/** A wallet signs; what it signed is judged. */
function unsigned(tree: Tree): Tree {
  return { tx: { ...tree.tx, signatures: [] } };
}

/** Nothing where no request says this, or where no one but the transaction tells the token's decimals. */
function statedRequest(tree: Tree): DeployRequest | undefined {
  try {
    const { tx } = tree.tx;
    const escrow = callOf(tx).args[4].vec[0];
    const token = knownToken(NETWORK, at(at(escrow, 'trustline'), 'address').address);
    if (token === undefined) return undefined;
    const role = (name: string) => at(at(escrow, 'roles'), name).address;
    return parseDeployRequest(
      {
        signer: accountUnder(tx.source_account),
        engagementId: text(at(escrow, 'engagement_id')),
        title: text(at(escrow, 'title')),
        description: text(at(escrow, 'description')),
        roles: {
          approver: role('approver'),
          serviceProvider: role('service_provider'),
          platformAddress: role('platform'),
          releaseSigner: role('release_signer'),
          disputeResolver: role('dispute_resolver'),
          ...receiverIn(at(escrow, 'roles')),
        },
        platformFee: fromBaseUnits(integer(at(escrow, 'platform_fee')), 2),
        milestones: at(escrow, 'milestones').vec.map((milestone: Tree) => ({
          description: text(at(milestone, 'description')),
          amount: fromBaseUnits(integer(at(milestone, 'amount')), token.decimals),
          ...receiverIn(milestone),
        })),
        trustline: {
          address: at(at(escrow, 'trustline'), 'address').address,
          decimals: String(10 ** token.decimals),
        },
        receiverMemo: String(integer(at(escrow, 'receiver_memo'))),
      },
      NETWORK,
    );
  } catch {
    return undefined;
  }
}

/** A milestone names its receiver, and of a single release the roles do. */
function receiverIn(struct: Tree): { readonly receiver?: string } {
  const receiver = at(struct, 'receiver')?.address;
  return receiver === undefined ? {} : { receiver };
}
