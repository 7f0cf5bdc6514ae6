/** `--print-config <host>`: the configuration to standard output, and where it goes to standard error. */
import { givenValue } from '@countersign/core/settings/given-value';
import { VARIABLES } from '@countersign/core/settings/variables';
import { HOSTS } from './hosts.ts';
import { ownStart } from './launch.ts';
import { UsageError } from './run-command.ts';

export function printConfig(name: string | undefined): void {
  const host = name !== undefined && Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host === undefined) throw new UsageError(`--print-config takes one of: ${Object.keys(HOSTS).join(', ')}.`);
  const given = VARIABLES.filter((variable) => givenValue(process.env[variable.name]) !== undefined);
  const env: Record<string, string> = Object.fromEntries(
    given.filter(({ isSecret }) => !isSecret).map((variable) => [variable.name, process.env[variable.name] as string]),
  );
  const secret = given.filter(({ isSecret }) => isSecret).map((variable) => variable.name);
  const launch = { ...ownStart(), env };
  process.stdout.write(`${host.configuration(launch)}\n`);
  process.stderr.write(`\nFor ${host.title}: put this into ${host.place}.\n`);
  if (host.add !== undefined) process.stderr.write(`Or run this: ${host.add(launch)}\n`);
  if (secret.length > 0) process.stderr.write(`Not printed, since it may hold a secret: ${secret.join(', ')}.\n`);
}
