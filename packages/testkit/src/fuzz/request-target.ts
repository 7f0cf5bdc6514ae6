import { type DeployRequest, parseDeployRequest } from '@countersign/core/escrow';
import { deployCall } from '@countersign/core/internal/service/dialects/seed/seed-dialect';
import { kindOfRequest } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import fc from 'fast-check';
import { requestInput, storedEscrow } from '../fixtures/deploy-fixture.ts';
import { must, mustBeSame, refusedOr, type Target } from './target.ts';
import { oddJson, oddNumber, oddText } from './texts.ts';

const valid = requestInput();
const party = fc.constantFrom(
  valid['signer'],
  (valid['roles'] as Record<string, unknown>)['receiver'],
  NETWORKS.sandbox.factory,
);
const sometimes = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: oddJson });
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }) },
  { weight: 1, arbitrary: oddText },
);
const amount = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.bigInt({ min: 1n, max: 2n ** 90n }), fc.nat(7))
      .map(([units, at]) => `${units}${at === 0 ? '' : `.${'1'.repeat(at)}`}`),
  },
  { weight: 1, arbitrary: oddNumber },
);
const roles = fc.record(
  {
    approver: sometimes(party),
    serviceProvider: sometimes(party),
    platformAddress: sometimes(party),
    release: sometimes(party),
    disputeResolver: sometimes(party),
    receiver: sometimes(party),
  },
  { noNullPrototype: true },
);

/** A request that is nearly right: most fields are, some are of another shape, and some stand where none should. */
const nearly = fc.record(
  {
    signer: sometimes(fc.constant(valid['signer'])),
    engagementId: sometimes(text),
    title: sometimes(text),
    description: sometimes(text),
    roles: fc.oneof(
      roles,
      roles.map((one) => [one]),
      oddJson,
    ),
    platformFee: sometimes(
      fc.oneof(
        fc.integer({ min: 0, max: 9_900 }).map((points) => points / 100),
        oddNumber,
      ),
    ),
    milestones: sometimes(
      fc.array(
        sometimes(
          fc.record(
            { description: text, amount, receiver: sometimes(party) },
            { requiredKeys: ['description', 'amount'], noNullPrototype: true },
          ),
        ),
        { minLength: 1, maxLength: 10 },
      ),
    ),
    trustline: sometimes(fc.constant(valid['trustline'])),
    receiverMemo: fc.oneof(fc.constant(undefined), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String), oddNumber),
  },
  { noNullPrototype: true },
);

/** A request is refused in words that can be shown, or read the same however often it is written and read again. */
export const requestTarget: Target<unknown> = {
  name: 'request',
  inputs: fc.oneof({ weight: 4, arbitrary: nearly }, { weight: 1, arbitrary: oddJson }),
  check: (input) => {
    const parsed = refusedOr(() => parseDeployRequest(input, NETWORKS.sandbox));
    if ('result' in parsed) mustReadAgain(parsed.result);
    else must((parsed.error.fields?.length ?? 0) > 0, 'a refusal names no field');
  },
  calls: (input) => [{ name: 'parse', run: () => refusedOr(() => parseDeployRequest(input, NETWORKS.sandbox)) }],
};

function mustReadAgain(request: DeployRequest): void {
  const again = (written: string) => parseDeployRequest(JSON.parse(written), NETWORKS.sandbox);
  mustBeSame(again(JSON.stringify(request)), request, 'a request and its copy');
  // What goes out has numbers with more digits than JavaScript's; as text they must be the same.
  const { body = '' } = deployCall(request, { accessToken: 'fuzz-token' });
  const quoted = body.replace(/("(?:amount|platformFee|receiverMemo)":)(-?[\d.]+)/g, '$1"$2"');
  mustBeSame(again(quoted), request, 'a request and what is sent of it');
  const kind = kindOfRequest(request);
  const stored = storedEscrow(request);
  const { escrow, problems } = kind.decode(kind.encode(stored));
  mustBeSame(problems, [], 'an encoded escrow and its problems');
  const { trustline, ...terms } = stored;
  mustBeSame(escrow, { ...terms, trustline: { address: trustline.address } }, 'an escrow and its encoding');
}
