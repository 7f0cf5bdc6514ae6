/** Two tenants who take random steps, and what each was given that belongs to the other. */
import { createRandom } from '@countersign/testkit/mutation/random';
import type { Output, Tenant } from './tenant.ts';

export type Round = {
  readonly steps: number;
  readonly across: number;
  /** Each tenant's texts that were searched for in what the other was given. */
  readonly secrets: number;
  /** Each with all steps that led to it, so that it can be repeated. */
  readonly leaks: readonly string[];
};

const STEPS_OF_A_SEQUENCE = 4;

export async function runRound(tenants: readonly [Tenant, Tenant], seed: number, sequences: number): Promise<Round> {
  const random = createRandom(seed);
  const taken: string[] = [];
  const leaks: string[] = [];
  let across = 0;
  const tell = (where: string, found: readonly string[]) => {
    if (found.length > 0) leaks.push(`seed ${seed}: ${where} tells ${found.join(', ')}\nafter:\n${taken.join('\n')}`);
  };
  for (let count = 0; count < sequences * STEPS_OF_A_SEQUENCE && leaks.length === 0; count++) {
    // Both have something from the beginning.
    const at = count < 4 ? count % 2 : random.below(2);
    const [tenant, other] = [tenants[at], tenants[1 - at]] as [Tenant, Tenant];
    const isAcross = count >= 4 && random.below(2) === 0;
    const steps = Object.entries(isAcross ? tenant.across : tenant.own).slice(0, count < 4 ? 2 : undefined);
    const [name, step] = random.pick(steps);
    const title = `  ${count}. ${tenant.name} (${at}): ${name}`;
    taken.push(title);
    tenant.log();
    const output: Output | undefined = await step({ other, random }).catch((thrown: unknown) => {
      throw new Error(`seed ${seed}\n${taken.join('\n')}`, { cause: thrown });
    });
    if (output === undefined) {
      taken[taken.length - 1] = `${title} (nothing to do it with)`;
      continue;
    }
    if (isAcross) across += 1;
    const { raw, allowed, deal, isPublic } = output;
    tell(title.trim(), other.secrets.foundIn(raw, allowed));
    const given = isAcross ? other.handles.flatMap(Object.values).filter((each) => typeof each === 'string') : [];
    tell(`the log of ${title.trim()}`, other.secrets.foundIn(tenant.log(), { ...allowed, given }));
    if (isPublic !== true) tenant.secrets.learn(raw, deal, other.secrets);
  }
  for (const [at, tenant] of tenants.entries()) {
    const other = tenants[1 - at] as Tenant;
    tell(`what ${tenant.name} (${at}) still sees`, other.secrets.foundIn(tenant.seen?.() ?? '', { ledger: true }));
  }
  const secrets = tenants.reduce((sum, each) => sum + each.secrets.size(), 0);
  return { steps: taken.length, across, secrets, leaks };
}
