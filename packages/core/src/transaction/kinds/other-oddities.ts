/** What is wrong with a deploy of another kind whatever was asked for, one line for each. */
import type { Network } from '../../network.ts';
import { hiddenCharacters } from '../../text.ts';
import { checkAuthorisation } from '../check-authorisation.ts';
import { checkResources } from '../check-resources.ts';
import { Differences } from '../differences.ts';
import type { ReadTransaction } from '../read-transaction.ts';
import type { OtherEscrow } from './escrow-kind.ts';
import type { ReadOtherDeploy } from './read-other-deploy.ts';
import { receivers } from './summarise-other.ts';

export function otherOddities(read: ReadTransaction, deploy: ReadOtherDeploy, network: Network): string[] {
  const differences = new Differences();
  differences.same('deployer', read.source, deploy.deployer);
  checkAuthorisation(deploy, differences);
  checkResources(read, deploy, differences);
  return [
    ...(network.factory === undefined || network.factory === deploy.factory
      ? []
      : [`the factory is not the one pinned for ${network.name}`]),
    ...(network.wasmHash === undefined || network.wasmHash === deploy.wasmHash
      ? []
      : [`the contract code is not the one pinned for ${network.name}`]),
    ...(deploy.elsewhere === undefined
      ? []
      : ['nothing in the transaction confirms the escrow’s address; look at the outcome before funding it']),
    ...(receivers(deploy.escrow).length > 1 ? ['the milestones are paid to different receivers'] : []),
    ...stateOf(deploy.escrow),
    ...hidden(deploy.escrow),
    ...deploy.problems.map(({ path, problem }) => `${path} ${problem}`),
    ...differences.list.map(({ field, asked, found }) => `${field}: expected ${asked}, found ${found}`),
  ];
}

/** A new escrow has nothing approved, released or disputed yet. */
function stateOf({ flags, milestones }: OtherEscrow): string[] {
  const set = [
    ...flags.filter(({ value }) => value).map(({ name }) => name),
    ...milestones.flatMap(({ flags: own }, index) =>
      own.filter(({ value }) => value).map(({ name }) => `milestone ${index + 1} ${name}`),
    ),
  ];
  return set.length === 0 ? [] : [`it is created with flags set: ${set.slice(0, 10).join(', ')}`];
}

function hidden({ engagementId, title, description, milestones }: OtherEscrow): string[] {
  const texts = [engagementId, title, description, ...milestones.map((milestone) => milestone.description)];
  const found = [...new Set(texts.flatMap(hiddenCharacters))];
  return found.length === 0 ? [] : [`its texts hold invisible characters (${found.slice(0, 5).join(', ')})`];
}
