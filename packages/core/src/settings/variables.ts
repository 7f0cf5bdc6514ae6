/** The variables of `parseSettings`, from which docs/settings.md, hosts' forms and the manifest are generated. */
import { DIALECT_NAMES } from '../escrow/network.ts';

export type Variable = {
  readonly name: string;
  /** Its label in a form. */
  readonly title: string;
  /** One line of Markdown. */
  readonly meaning: string;
  /** The default; one line of Markdown. */
  readonly otherwise: string;
  readonly kind?: 'flag' | 'folder';
  readonly choices?: readonly string[];
  readonly isSecret?: true;
  /** Whether a host's form has it. The others are for operators who serve others, or look into a problem. */
  readonly isOffered?: true;
};

const FLAG = { otherwise: '`false`', kind: 'flag' } as const;

const TABLE: Readonly<Record<string, Omit<Variable, 'name'>>> = {
  ESCROW_SERVICE: {
    title: 'Escrow service',
    meaning:
      '`trustless-work`: with `STELLAR_NETWORK` and `ESCROW_API_KEY` all that the live service needs; each setting below takes precedence. `direct`: no service and no account; transactions are built here and sent by Stellar RPC',
    otherwise: 'unset: the service of `ESCROW_API_URL`, else the embedded sandbox',
    choices: ['trustless-work', 'direct'],
    isOffered: true,
  },
  STELLAR_NETWORK: {
    title: 'Network',
    meaning: '`sandbox`, `testnet` or `public`; required with a service',
    otherwise: '`sandbox`',
    choices: ['sandbox', 'testnet', 'public'],
    isOffered: true,
  },
  ESCROW_API_KEY: {
    title: 'API key of the escrow service',
    meaning: 'API key of the escrow service: for everything where it speaks `v1`, else for balances',
    otherwise: 'the sandbox’s own',
    isSecret: true,
    isOffered: true,
  },
  ESCROW_API_URL: {
    title: 'Address of the escrow service',
    meaning: 'base address of the escrow service; https, except on loopback',
    otherwise: 'the preset’s, else the embedded sandbox',
    isOffered: true,
  },
  ESCROW_API_DIALECT: {
    title: 'Interface of the escrow service',
    meaning: 'how the service speaks: `v1` is today’s live one, `seed` the one in docs/interface.md',
    otherwise: 'the preset’s, else `seed`',
    choices: DIALECT_NAMES,
  },
  ESCROW_ACCESS_TOKEN: {
    title: 'Access token of the escrow service',
    meaning: 'bearer token of a service that speaks `seed`, for deploying and sending',
    otherwise: 'the sandbox’s own',
    isSecret: true,
    isOffered: true,
  },
  ESCROW_TENANTS: {
    title: 'Credentials of single tenants',
    meaning:
      'JSON with credentials of Discord servers and of people of an issuer who have their own at the escrow service, and so a quota of their own ([docs/operations.md](docs/operations.md#a-key-for-each-tenant)); best as a file, by `ESCROW_TENANTS_FILE`',
    otherwise: 'unset: all use the credentials above',
    isSecret: true,
  },
  ESCROW_PINS: {
    title: 'Factories and code of the escrows',
    meaning:
      'what a deploy must call and create, verified with the service’s owner: JSON, or the path of a file with it, like `{"factory": "C…", "wasmHash": "…", "single": {"factory": "C…", "wasmHash": ["…", "…"]}, "feeAddress": "G…"}`, each part optional. `wasmHash` may be a list, as while the service replaces its contracts: all are accepted, and the first is what is deployed without the service. `single` is for single-release escrows, `feeAddress` gets the service’s share; both are for `v1`. `found` accepts, for the live service on `public`, what was found on the ledger and its owner did not confirm',
    otherwise:
      'the preset’s, else unset: a deploy without its factory and code is at most `partly` verified, and not offered',
    isOffered: true,
  },
  COUNTERSIGN_DIRECT: {
    title: 'Go on without the escrow service',
    meaning:
      'where the escrow service cannot be reached, or refuses what the ledger allows, builds the transaction here, compares it in the same way, says so, and sends it by Stellar RPC',
    ...FLAG,
  },
  COUNTERSIGN_ALLOW_PARTLY: {
    title: 'Offer partly verified deploys',
    meaning: 'offers partly verified deploys, with the reasons',
    ...FLAG,
  },
  COUNTERSIGN_ALLOW_FOREIGN: {
    title: 'Submit deploys prepared elsewhere',
    meaning: 'submits signed deploys that were not prepared here, if they are fully verified',
    ...FLAG,
  },
  COUNTERSIGN_READ_ONLY: {
    title: 'Read only',
    meaning: 'only shows escrows and balances and explains transactions; nothing is prepared, signed or sent',
    ...FLAG,
    isOffered: true,
  },
  COUNTERSIGN_MAX_FEE_XLM: {
    title: 'Highest network fee in XLM',
    meaning: 'the highest network fee that a transaction may have',
    otherwise: '`5`',
  },
  COUNTERSIGN_FEE_STOP: {
    title: 'Platform fee to confirm, in percent',
    meaning: 'the platform fee, in percent, above which a person must confirm',
    otherwise: '`20`',
    isOffered: true,
  },
  COUNTERSIGN_MAX_AMOUNT: {
    title: 'Highest amount',
    meaning: 'the most that one escrow or payment may be for, in token units',
    otherwise: 'unset: no limit',
    isOffered: true,
  },
  COUNTERSIGN_MAX_PER_DAY: {
    title: 'Highest amount per day',
    meaning:
      'the most that all escrows and payments of a day (UTC) may be for together, in units of one token; payments into an escrow of the same day count only beyond its amount',
    otherwise: 'unset: no limit',
    isOffered: true,
  },
  COUNTERSIGN_COUNTERPARTIES: {
    title: 'Allowed counterparties',
    meaning: 'the only addresses that may take part (G or C addresses), separated by commas',
    otherwise: 'unset: any',
    isOffered: true,
  },
  COUNTERSIGN_TOKENS: {
    title: 'Allowed tokens',
    meaning: 'the only tokens that may be used (G or C addresses), separated by commas',
    otherwise: 'unset: any',
    isOffered: true,
  },
  COUNTERSIGN_LIMITS_UNTIL: {
    title: 'Nothing is prepared after',
    meaning:
      'a date (`2026-12-31`, to its end in UTC) or time (`2026-12-31T18:00:00Z`) after which nothing more is prepared',
    otherwise: 'unset: no end',
    isOffered: true,
  },
  STELLAR_RPC_URL: {
    title: 'Address of the Stellar RPC',
    meaning:
      'Stellar RPC of this network, which is believed about outcomes, escrows, balances, tokens and accounts; required on `public`. A second one after a comma must report the same escrows and balances, and agree before anything counts as not there',
    otherwise: 'the sandbox’s own; on `testnet` https://soroban-testnet.stellar.org',
    isSecret: true,
    isOffered: true,
  },
  STELLAR_RPC_RATE_LIMIT: {
    title: 'Requests per minute to the Stellar RPC',
    meaning:
      'requests per minute to each Stellar RPC, from this process; what people signed goes first. Raise it if the RPC is your own',
    otherwise: '`600`; in the sandbox any number',
  },
  COUNTERSIGN_WITHOUT_RPC: {
    title: 'Ask no ledger',
    meaning: 'asks no ledger: every outcome and balance is the service’s word',
    ...FLAG,
  },
  COUNTERSIGN_PUBLIC_URL: {
    title: 'Public address of the signing page',
    meaning:
      'public https address of the signing page (and of `countersign-mcp http`), behind a proxy to its port; the start fails if another program uses that port',
    otherwise: 'a loopback address',
  },
  COUNTERSIGN_PAGE_PORT: {
    title: 'Port of the signing page',
    meaning:
      'the signing page’s port on this machine; without a public address a free one takes its place where another program uses it, and is kept',
    otherwise: '`3418`',
  },
  COUNTERSIGN_OAUTH_ISSUER: {
    title: 'Issuer of access tokens',
    meaning:
      'for `countersign-mcp http`: the OAuth issuer whose access tokens are taken, exactly as it stands in them; each subject is a person of their own',
    otherwise: 'unset: only `COUNTERSIGN_HTTP_TOKEN`',
  },
  COUNTERSIGN_OAUTH_AUDIENCE: {
    title: 'Audience of access tokens',
    meaning: 'for whom an access token must be made out',
    otherwise: 'the address of the server: `/mcp` under `COUNTERSIGN_PUBLIC_URL`, else on loopback',
  },
  COUNTERSIGN_OAUTH_SCOPES: {
    title: 'Scopes of access tokens',
    meaning:
      'the scopes that hosts should ask the issuer for, separated by spaces; needed where it issues no token without one. If `escrow:read`, `escrow:prepare` or `escrow:submit` is among them, a token allows only what its scopes say',
    otherwise: 'unset: none are named, and a token without one of these three is for all tools',
  },
  COUNTERSIGN_HTTP_TOKEN: {
    title: 'Token of this machine',
    meaning:
      'for `countersign-mcp http` on this machine alone: what its programs send as their access token, 32 characters or more',
    otherwise: 'unset: only tokens of `COUNTERSIGN_OAUTH_ISSUER`',
    isSecret: true,
  },
  COUNTERSIGN_ALLOWED_ORIGINS: {
    title: 'Web pages that may connect',
    meaning:
      'for `countersign-mcp http`: origins of hosts that run in a web page (CORS), such as `https://inspector.example`, separated by commas',
    otherwise: 'unset: only programs, and pages of the same origin',
  },
  COUNTERSIGN_TRUSTED_PROXIES: {
    title: 'Proxies',
    meaning:
      'with `COUNTERSIGN_PUBLIC_URL`: addresses or networks of proxies on other machines (`10.0.0.5, 172.16.0.0/12`), whose `X-Forwarded-For` tells visitors of the signing page apart',
    otherwise: 'unset: only proxies on this machine',
  },
  ESCROW_RATE_LIMIT: {
    title: 'Requests per minute',
    meaning: 'requests per minute to the escrow service; with `DATABASE_URL`, of all processes together',
    otherwise: '`50`',
  },
  ESCROW_DEFAULT_SIGNER: {
    title: 'Your account',
    meaning: 'G address for balance queries without a signer',
    otherwise: 'unset',
    isOffered: true,
  },
  COUNTERSIGN_DATA_DIR: {
    title: 'Data folder',
    meaning:
      'where prepared transactions and the sandbox’s ledger are kept; your own folder, closed to other users. An update migrates its files and keeps a copy of them',
    otherwise: 'the platform’s data folder',
    kind: 'folder',
    isOffered: true,
  },
  DATABASE_URL: {
    title: 'Shared database',
    meaning:
      'a PostgreSQL database (14 or newer) in place of the data folder, for any number of processes: prepared transactions, what the Discord bot remembers, and one count of requests to the service for all of them',
    otherwise: 'unset: one machine, files in the data folder',
    isSecret: true,
  },
  DATABASE_CA_FILE: {
    title: 'CA of the shared database',
    meaning:
      'a file in PEM with the certificate of a private CA, for a database whose certificate it signed. The certificate and the host’s name are then always verified, by servers, backup, restore and move alike',
    otherwise: 'unset: as `sslmode` in `DATABASE_URL` says; with `verify-full`, by the CAs that Node knows',
  },
  COUNTERSIGN_RETENTION_DAYS: {
    title: 'Days that settled escrows are kept',
    meaning: 'how many days settled escrows stay in the data folder, 1 to 3650; the 10,000 newest at most',
    otherwise: '`365`',
  },
  COUNTERSIGN_LOG: {
    title: 'Log level',
    meaning: '`silent`, `error`, `warn`, `info` or `debug`; logs go to stderr',
    otherwise: '`info`',
    choices: ['silent', 'error', 'warn', 'info', 'debug'],
  },
  COUNTERSIGN_METRICS: {
    title: 'Prometheus metrics',
    meaning:
      'serves Prometheus metrics at `/metrics` of the bot’s health address, and of an address of their own in `countersign-mcp http` ([docs/operations.md](docs/operations.md#metrics))',
    ...FLAG,
  },
};

export const VARIABLES: readonly Variable[] = Object.entries(TABLE).map(([name, about]) => ({ name, ...about }));

/** Variables that `ESCROW_PINS` replaced, by their part of it: they are still read, and no longer offered. */
export const EARLIER_PINS = {
  factory: 'ESCROW_FACTORY',
  wasmHash: 'ESCROW_WASM_HASH',
  'single.factory': 'ESCROW_FACTORY_SINGLE',
  'single.wasmHash': 'ESCROW_WASM_HASH_SINGLE',
  feeAddress: 'ESCROW_FEE_ADDRESS',
} as const;
