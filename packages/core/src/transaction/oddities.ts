/** What is wrong with a deploy whatever was asked for: for a transaction without a request to compare it with. */
import type { Network } from '../network.ts';
import { hiddenCharacters, stacksMarks } from '../text.ts';
import { checkAuthorisation } from './check-authorisation.ts';
import { checkResources } from './check-resources.ts';
import { Differences } from './differences.ts';
import type { ReadDeploy } from './read-deploy.ts';
import type { ReadTransaction } from './read-transaction.ts';

/** One line for each; none for a plain deploy. */
export function oddities(read: ReadTransaction, deploy: ReadDeploy, network: Network): string[] {
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
    ...hidden(deploy),
    ...deploy.problems.map(({ path, problem }) => `${path} ${problem}`),
    ...differences.list.map(({ field, asked, found }) => `${field}: expected ${asked}, found ${found}`),
  ];
}

/** Texts that hold what cannot be seen: they are shown with its names, and that is said too. */
function hidden({ escrow }: ReadDeploy): string[] {
  const texts = { engagementId: escrow.engagementId, title: escrow.title, description: escrow.description };
  const milestones = escrow.milestones.map(({ description }, index) => [
    `milestones[${index}].description`,
    description,
  ]);
  return [...Object.entries(texts), ...milestones].flatMap(([field = '', text = '']) => {
    const found = hiddenCharacters(text);
    return [
      ...(found.length === 0 ? [] : [`${field} holds invisible characters (${found.slice(0, 5).join(', ')})`]),
      ...(stacksMarks(text) ? [`${field} stacks marks on a letter, which would cover other lines`] : []),
    ];
  });
}
