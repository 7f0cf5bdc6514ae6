/** Reports what is set up correctly, what is wrong, and what to do. Changes nothing and prints no secret. */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesk, STORE_FORMAT } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { makeDataDir } from '@countersign/core/platform/data-dir';
import { type DataFileFormat, inspectDataFile, isMoved } from '@countersign/core/platform/data-file';
import { ownCommand } from '@countersign/core/platform/launch';
import { createSecretScanner, redactStrings } from '@countersign/core/secrets';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { withoutTrailing } from '@countersign/core/text';
import { LEDGER_FORMAT } from '@countersign/escrow-service';
import { findPageHolder } from '@countersign/signing-page';
import { createIssuerKeys, type IssuerMetadata, OtherIssuer, readIssuer } from '../../http/issuer-keys.ts';
import { areRequired } from '../../http/scopes.ts';
import { readOptions, UsageError } from '../run-command.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkNetwork } from './check-network.ts';
import { checkService } from './check-service.ts';
import { checkSettings, type Finding, findingsText, note, ok, skipped, unread, wrong } from './findings.ts';

/** Further checks where more than the MCP server is installed. */
export type DoctorScene = {
  readonly usage: string;
  readonly dataFiles: readonly DataFileFormat[];
  /** Of its own settings. */
  readonly parser: (env: NodeJS.ProcessEnv) => unknown;
  readonly settings: readonly Finding[];
  readonly credentials: readonly string[];
  /** What `--for` may name. */
  readonly uses: readonly string[];
  /** @param use what the installation is for, by `--for` */
  readonly look: (settings: Settings | undefined, use: string | undefined) => Promise<readonly Finding[]>;
};

const OPTIONS = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

const ownUsage = () => `usage: ${ownCommand()} doctor [--json]

  Looks at the settings, the data folder, the escrow service and its credentials, the clock, the network, the pinned
  factory and code, the signing page and the issuer of access tokens, and says of each what is wrong and what to do.
  Asks the service twice for each credential, prepares and sends nothing. Ends with 1 where something is wrong.
  --json   the same for machines
`;

export async function run(args: readonly string[], scene?: DoctorScene): Promise<void> {
  const options = scene === undefined ? OPTIONS : { ...OPTIONS, for: { type: 'string' } as const };
  const { values, positionals } = readOptions(args, options);
  const usage = scene?.usage ?? ownUsage();
  const use = 'for' in values ? String(values.for) : undefined;
  if (use !== undefined && scene?.uses.includes(use) !== true) {
    throw new UsageError(`--for takes ${scene?.uses.join(' or ')}.\n\n${usage}`);
  }
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  if (positionals.length > 0) throw new UsageError(`doctor takes options alone.\n\n${usage}`);
  const { value: settings, findings: read } = checkSettings(process.env);
  const checked = await Promise.all([
    ...(settings === undefined
      ? []
      : [
          checkDataFolder(settings, [STORE_FORMAT, ...(scene?.dataFiles ?? []), LEDGER_FORMAT]),
          checkService(settings),
          checkNetwork(settings),
          checkPage(settings),
          checkIssuer(settings),
        ]),
    ...(scene === undefined ? [] : [scene.look(settings, use)]),
  ]);
  const found: Finding[] = [
    ok('Node', process.versions.node),
    ...checkProxy(process.env),
    ...read,
    ...(scene?.settings ?? []),
    ...unread(process.env, [parseSettings, ...(scene === undefined ? [] : [scene.parser])]),
    ...checked.flat(),
  ];
  const { redact } = createSecretScanner([...(settings?.credentials ?? []), ...(scene?.credentials ?? [])]);
  const findings = redactStrings(found, redact);
  process.stdout.write(values.json ? `${JSON.stringify(findings, undefined, 2)}\n` : findingsText(findings));
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}

/** Names no proxy: its address may hold a password. */
function checkProxy(env: NodeJS.ProcessEnv): Finding[] {
  if (!['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => env[name])) return [];
  const isUsed = env['NODE_USE_ENV_PROXY'] === '1' || env['NODE_OPTIONS']?.includes('--use-env-proxy') === true;
  return [
    isUsed
      ? note('proxy', 'requests go through the proxy of the environment, except to this machine, Discord and NO_PROXY.')
      : note('proxy', 'the environment names one, but Node does not use it unless NODE_USE_ENV_PROXY is 1.'),
  ];
}

const SUBJECT = 'data folder';
const REMEDY = 'Point COUNTERSIGN_DATA_DIR at a folder that can be written, or correct its owner.';

/** @param formats of the files that this version keeps in the data folder */
async function checkDataFolder(settings: Settings, formats: readonly DataFileFormat[]): Promise<Finding[]> {
  const { dataDir } = settings;
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0;
  try {
    makeDataDir(dataDir);
    const probe = join(dataDir, `.doctor-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' });
    rmSync(probe);
  } catch (thrown) {
    if (thrown instanceof CountersignError) return [wrong(SUBJECT, thrown.message, thrown.operatorRemedy)];
    const { code } = thrown as NodeJS.ErrnoException;
    return [wrong(SUBJECT, `${dataDir} cannot be written (${code ?? 'unknown error'}).`, REMEDY)];
  }
  const isShared = settings.databaseUrl !== undefined;
  const files = checkDataFiles(dataDir, formats, isShared);
  // Opening a store in a file would update that file.
  const isOpened = isShared || files.every(({ state }) => state === 'ok');
  const store = isOpened ? await storeProblem(settings) : undefined;
  if (store !== undefined) return [store];
  const wasOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return [
    wasOpen
      ? note(
          SUBJECT,
          `${dataDir} was open to other users of this machine (mode ${(mode & 0o777).toString(8)}); it is closed to them now.`,
        )
      : ok(SUBJECT, dataDir),
    ...files,
  ];
}

/** Opens the store as every adapter does, but starts no sandbox. */
async function storeProblem(settings: Settings): Promise<Finding | undefined> {
  const startSandbox = () => Promise.reject(new CountersignError('CANCELLED'));
  try {
    const network = { ...settings.network, isDirect: false };
    const desk = await openDesk({ ...settings, serviceUrl: undefined, network }, { startSandbox });
    await desk.close();
    return undefined;
  } catch (thrown) {
    const { code, message, operatorRemedy: remedy } = toCountersignError(thrown);
    return code === 'STORE_UNUSABLE' || code === 'STORE_UNREACHABLE' ? wrong(SUBJECT, message, remedy) : undefined;
  }
}

/**
 * One finding for each file that exists. None is updated: that is left to the next start.
 * @param isShared whether a database replaces files; those that were moved into it are skipped
 */
export function checkDataFiles(dataDir: string, formats: readonly DataFileFormat[], isShared: boolean): Finding[] {
  return formats
    .filter((format) => !(isShared && isMoved(dataDir, format)))
    .flatMap((format) => checkFile(dataDir, format) ?? []);
}

function checkFile(dataDir: string, format: DataFileFormat): Finding | undefined {
  try {
    const found = inspectDataFile(dataDir, format);
    if (found === undefined) return undefined;
    const { version, newest } = found;
    return version === newest
      ? ok(format.name, `is of version ${version}, the current one.`)
      : note(
          format.name,
          `is of version ${version}; the next start updates it to ${newest} and keeps a copy next to it.`,
        );
  } catch (thrown) {
    const { message, operatorRemedy: remedy } = toCountersignError(thrown);
    return wrong(format.name, message, remedy);
  }
}

const ISSUER = 'COUNTERSIGN_OAUTH_ISSUER';
const SCOPES = 'COUNTERSIGN_OAUTH_SCOPES';

/** Makes no request where people do not sign in. */
export async function checkIssuer({ http }: Pick<Settings, 'http'>): Promise<Finding[]> {
  const { oauthIssuer: issuer, oauthScopes } = http;
  if (issuer === undefined) return [];
  try {
    const metadata = await readIssuer(issuer);
    const keys = await createIssuerKeys(metadata.jwks_uri).count();
    return [ofIssuer(metadata, keys), ...ofScopes(metadata, oauthScopes)];
  } catch (thrown) {
    return [
      thrown instanceof OtherIssuer
        ? wrong(ISSUER, `is not what the issuer publishes: ${thrown.message}.`, 'Write it exactly as its tokens do.')
        : wrong(
            ISSUER,
            `does not answer as an issuer does (${reasonOf(thrown)}), so nobody can sign in.`,
            'Check the address, and that this machine reaches it.',
          ),
    ];
  }
}

function ofIssuer(metadata: IssuerMetadata, keys: number): Finding {
  if (keys === 0) {
    return wrong(ISSUER, 'publishes no keys, so no token can be checked.', 'Let it sign tokens with a key pair.');
  }
  if (!listIn(metadata, 'code_challenge_methods_supported').includes('S256')) {
    return wrong(ISSUER, 'offers no PKCE with S256, without which hosts do not sign in.', 'Turn PKCE on there.');
  }
  const takesHosts =
    metadata['registration_endpoint'] !== undefined || metadata['client_id_metadata_document_supported'] === true;
  return takesHosts
    ? ok(ISSUER, `answers, publishes ${keys} ${keys === 1 ? 'key' : 'keys'}, and lets hosts register`)
    : note(ISSUER, 'answers, but lets no host register: give each host a client id that you register there.');
}

/** An issuer need not list all scopes that it knows. */
function ofScopes(metadata: IssuerMetadata, scopes: readonly string[]): Finding[] {
  if (scopes.length === 0) return [];
  const known = listIn(metadata, 'scopes_supported');
  const unknown = known.length === 0 ? [] : scopes.filter((scope) => !known.includes(scope));
  const limited = areRequired(scopes) ? '; a token allows only what its scopes say' : '';
  return unknown.length === 0
    ? [ok(SCOPES, `${scopes.join(' ')}${limited}`)]
    : [note(SCOPES, `${unknown.join(', ')}: not among the scopes that the issuer lists in its metadata.`)];
}

const listIn = (metadata: IssuerMetadata, name: string): readonly unknown[] => {
  const value = metadata[name];
  return Array.isArray(value) ? value : [];
};

/** The first cause: of a failed request, the system's code. */
function reasonOf(thrown: unknown): string {
  const { cause, code, message } = thrown as { cause?: unknown; code?: unknown; message?: unknown };
  return cause === undefined ? String(code ?? message) : reasonOf(cause);
}

const ANSWER_TIMEOUT_MS = 10_000;

/** The signing page: whether its public address leads to it. */
async function checkPage(settings: Settings): Promise<Finding[]> {
  if (settings.readOnly) return [skipped('signing page', 'nothing is signed in a read-only installation')];
  // An unusable data folder is reported separately.
  const found = await findPageHolder(settings).catch(() => undefined);
  return [await reach(settings, found?.port), ...port(settings, found?.holder)];
}

async function reach({ publicUrl, pagePort }: Settings, servedPort = pagePort): Promise<Finding> {
  const address = publicUrl ?? `http://127.0.0.1:${servedPort}`;
  const [answer, certificate] = await Promise.all([answerOf(address), checkCertificate('signing page', address)]);
  if (certificate !== undefined && (answer === 'ours' || certificate.state === 'wrong')) return certificate;
  if (answer === 'ours') return ok('signing page', `answers at ${address}`);
  if (publicUrl === undefined) {
    return answer === 'nobody'
      ? ok('signing page', `its port ${pagePort} is free; the page starts with the MCP server`)
      : note('signing page', `its port ${pagePort} is taken by another program, so it takes a free one.`);
  }
  return answer === 'nobody'
    ? wrong(
        'signing page',
        `nothing answers at ${address}.`,
        servedPort === pagePort
          ? `Start what serves it, then check the proxy to port ${pagePort}.`
          : `The page is served on port ${servedPort}: let the proxy lead there.`,
      )
    : wrong(
        'signing page',
        `something else answers at ${address}.`,
        `Let the proxy lead to port ${servedPort} of this machine.`,
      );
}

/** The proxy would send our users to a stranger on the page's port, so nothing of ours starts while it is taken. */
function port({ publicUrl, pagePort }: Settings, holder: string | undefined): Finding[] {
  if (publicUrl === undefined) return [];
  if (holder !== 'another') return [];
  return [
    wrong(
      'COUNTERSIGN_PAGE_PORT',
      `port ${pagePort} is held by another program, or a Countersign with other settings, so nothing starts.`,
      'Stop that one, or choose a free port and let the proxy lead there.',
    ),
  ];
}

/** The page answers an unknown id with its own words and its own security policy. */
async function answerOf(address: string): Promise<'ours' | 'another' | 'nobody'> {
  try {
    const response = await fetch(`${withoutTrailing(address, '/')}/sign/${'0'.repeat(32)}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await response.body?.cancel();
    const policy = response.headers.get('content-security-policy') ?? '';
    return policy.includes("trusted-types 'none'") ? 'ours' : 'another';
  } catch {
    return 'nobody';
  }
}
