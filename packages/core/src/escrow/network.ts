/**
 * The networks a transaction can be for. Constants only, so that nothing loads to read them.
 *
 * The sandbox's passphrase, factory and code hash are defined only here: a service with other values is not the
 * sandbox, and nothing signed for the sandbox is valid on a real network.
 */
import { STEP_NAMES, type StepName } from './steps.ts';

export type NetworkName = 'sandbox' | 'testnet' | 'public';

/**
 * The HTTP interface of a service. `seed`: docs/interface.md. `v1`: the live service. Only `service/dialects` and `settings`
 * ask for it; what a service can do is data on its network.
 */
export const DIALECT_NAMES = ['seed', 'v1'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** `multi`: each milestone has its own amount and release. `single`: one amount, released at once. */
export type Release = 'multi' | 'single';

/** What a deploy must call and create; each is absent where it is not pinned. */
export type Pins = {
  /** C… */
  readonly factory?: string;
  /** SHA-256 of the escrow contract's code, lower-case hex: what is deployed here where the service does not choose it. */
  readonly wasmHash?: string;
  /** Code that is accepted too, as before and after the service deployed its contracts again. */
  readonly otherHashes?: readonly string[];
};

/** A token contract that wraps an issued asset; its address is derived from code, issuer and network. */
export type Token = {
  readonly code: string;
  /** Token contract, C… */
  readonly address: string;
  /** Issuing account, G… */
  readonly issuer: string;
  /** Number of decimals; every issued asset on Stellar has 7. */
  readonly decimals: number;
};

/** Its own pins are those of multi-release escrows. */
export type Network = Pins & {
  readonly name: NetworkName;
  readonly passphrase: string;
  /** The dialect of its escrow service; default: `seed`. */
  readonly dialect?: DialectName;
  /** Whether its service needs only the API key, and no access token. */
  readonly needsOnlyApiKey?: boolean;
  /** Whether its service takes a receiver for each milestone; otherwise one receiver is paid for all. */
  readonly paysEachMilestone?: boolean;
  readonly makesSingleRelease?: boolean;
  /** Whether its service wants a token by code and issuer, which come from the ledger where the token is not known. */
  readonly namesTokensByAsset?: boolean;
  readonly listsEscrows?: boolean;
  readonly refusesReceiverMemo?: boolean;
  /** The steps that its service builds for every kind that it makes; absent: none, and Stellar RPC builds them. */
  readonly buildsSteps?: readonly StepName[];
  /** Whether no escrow service is used: transactions are built here, and sent by Stellar RPC. */
  readonly isDirect?: boolean;
  readonly single?: Pins;
  /** Who gets the service's share, G…; absent where it is not pinned. */
  readonly feeAddress?: string;
  readonly tokens: readonly Token[];
  /** Decimals of tokens that are not among `tokens`, by contract, as each token reported them (Stellar RPC). */
  readonly saidDecimals?: Readonly<Record<string, number>>;
  /** The assets of such tokens, by contract; each is proven, since the asset determines the contract's address. */
  readonly saidAssets?: Readonly<Record<string, Asset>>;
};

export type Asset = Pick<Token, 'code' | 'issuer'>;

/** Sources: Circle's published issuers (USDC, EURC); the contract addresses are re-derived by a test. */
export const NETWORKS = {
  sandbox: {
    name: 'sandbox',
    passphrase: 'Countersign Sandbox ; simulated ; 2026',
    paysEachMilestone: true,
    makesSingleRelease: true,
    buildsSteps: STEP_NAMES,
    factory: 'CDK2YUDQYNQPC4HYR2DZFYWFSNARSUSXQSPI5CDPYGHLLFYEFORREMOX',
    wasmHash: 'c456e2955c8eeccd0f3f7e86e7df4585f1ae6a9263053dbd41359fb6c5330786',
    single: {
      factory: 'CATRRGNUF5Z25RPWDUQHU6PR6OFXL3R5YZ4PZMUW7SL6SGIZL45LZMI4',
      wasmHash: '46ec9e417719a2c86d69f942e283e717eaee9f577d7a13993166f17d3000a71f',
    },
    feeAddress: 'GDWASVULSP2TFT2OXHI2R6MTE4SQNMBMZZUWWEPFMWDAEDCX4F7UATEC',
    tokens: [
      {
        code: 'USDC',
        address: 'CBFGOFWJLJPAF2C6B6KFZVCID6TLLJMSCG7WVL3Z5F4XQZXWUZEHYGEI',
        issuer: 'GDCSCELUR7KEK42WDDMZMOMCWDBHWX26ESDHLN3D6L6CA2EZVDKWPZUB',
        decimals: 7,
      },
    ],
  },
  testnet: {
    name: 'testnet',
    passphrase: 'Test SDF Network ; September 2015',
    tokens: [
      {
        code: 'USDC',
        address: 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA',
        issuer: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5',
        decimals: 7,
      },
      {
        code: 'EURC',
        address: 'CCUUDM434BMZMYWYDITHFXHDMIVTGGD6T2I5UKNX5BSLXLW7HVR4MCGZ',
        issuer: 'GB3Q6QDZYTHWT7E5PVS3W7FUT5GVAFC5KSZFFLPU25GO7VTC3NM2ZTVO',
        decimals: 7,
      },
    ],
  },
  public: {
    name: 'public',
    passphrase: 'Public Global Stellar Network ; September 2015',
    tokens: [
      {
        code: 'USDC',
        address: 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75',
        issuer: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
        decimals: 7,
      },
      {
        code: 'EURC',
        address: 'CDTKPWPLOURQA2SGTKTUQOWRCBZEORB4BWBOMJ3D3ZTQQSGE5F6JBQLV',
        issuer: 'GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2',
        decimals: 7,
      },
    ],
  },
} as const satisfies Record<NetworkName, Network>;

const SERVICES: Readonly<Record<Exclude<DialectName, 'seed'>, Partial<Network>>> = {
  v1: {
    needsOnlyApiKey: true,
    paysEachMilestone: true,
    makesSingleRelease: true,
    namesTokensByAsset: true,
    listsEscrows: true,
    refusesReceiverMemo: true,
    // It has no withdrawal from a single-release escrow.
    buildsSteps: STEP_NAMES.filter((name) => name !== 'withdraw'),
  },
};

export function networkWith(name: NetworkName, dialect: DialectName): Network {
  const network: Network = NETWORKS[name];
  return dialect === 'seed' ? network : { ...network, dialect, ...SERVICES[dialect] };
}

export function directNetwork(name: NetworkName): Network {
  return { ...NETWORKS[name], makesSingleRelease: true, paysEachMilestone: true, buildsSteps: [], isDirect: true };
}

export function pinsOf(network: Network, release: Release): Pins {
  return release === 'multi' ? network : (network.single ?? {});
}

/** Every code that is pinned, the first of which is deployed. */
export const pinnedCodes = ({ wasmHash, otherHashes = [] }: Pins): readonly string[] =>
  wasmHash === undefined ? [] : [wasmHash, ...otherHashes];

const EXTERNAL = 'external:';

/** In place of a hash, for a contract whose code another contract or account holds (CAP-85). */
export const externalCode = (owner: string): string => `${EXTERNAL}${owner}`;

/** Who can replace a contract's code at any time; undefined for code by its hash. */
export const codeOwnerOf = (code: string | undefined): string | undefined =>
  code?.startsWith(EXTERNAL) ? code.slice(EXTERNAL.length) : undefined;

export function releasesOf({ makesSingleRelease }: Network): readonly Release[] {
  return makesSingleRelease === true ? ['multi', 'single'] : ['multi'];
}

/** The sandbox's demo accounts, whose throw-away keys sign for the sandbox alone. */
export const SANDBOX_ACCOUNTS = [
  { name: 'client', address: 'GB55UIW6CBX5WFO37GLL7ADRD7Y6DENV67YOWGZHGVGBKARVV4JO2MFQ' },
  { name: 'provider', address: 'GDSIDOIKQKJF4EDYZ7LRZ3UEGXLRPK7TRFUORZLPZMHFTXNBTPDP4ELF' },
  { name: 'platform', address: 'GDXUKIYEI355LWWMYTKXWL6N7VZTKPEXXF7R5F5MP3HK2X7KOFFT3TRR' },
  { name: 'arbiter', address: 'GD76FEN5UUHLWROV4S3QW5Y7ZK2UROER5WZGH7W2MIL5QTSSMAXIY6CM' },
] as const satisfies readonly { readonly name: string; readonly address: string }[];

/** The people behind these accounts, as sentences name them. */
export const SANDBOX_PEOPLE: Readonly<Record<(typeof SANDBOX_ACCOUNTS)[number]['name'], string>> = {
  client: 'Ana',
  provider: 'Ben',
  platform: 'Demo Platform',
  arbiter: 'Cleo',
};

/** The same accounts by the names of these people, for a reader without an address book. */
export const SANDBOX_NAMES = SANDBOX_ACCOUNTS.map(({ name, address }) => ({ name: SANDBOX_PEOPLE[name], address }));

/** Passphrases that a signature may be for, by name. Source: Stellar's documentation of its networks. */
export const KNOWN_PASSPHRASES: Readonly<Record<string, string>> = {
  sandbox: NETWORKS.sandbox.passphrase,
  testnet: NETWORKS.testnet.passphrase,
  public: NETWORKS.public.passphrase,
  futurenet: 'Test SDF Future Network ; October 2022',
  standalone: 'Standalone Network ; February 2017',
};

/** The contract that each network derives for XLM, as a test repeats. The sandbox's ledger has none. */
const XLM_CONTRACTS: Readonly<Partial<Record<NetworkName, string>>> = {
  testnet: 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC',
  public: 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA',
};

/** A token's decimals: the constant of a known token, else what the token reported; undefined where neither is known. */
export function tokenDecimals(network: Network, address: string): number | undefined {
  return knownToken(network, address)?.decimals ?? network.saidDecimals?.[address];
}

/** XLM has no issuer. */
export type KnownToken = Omit<Token, 'issuer'> & Partial<Pick<Token, 'issuer'>>;

/**
 * The known token that an address names, as its contract (C…) or as its issuer (G…).
 * @example
 * ```ts
 * import { knownToken, NETWORKS } from '@countersign/core/network';
 *
 * const token = knownToken(NETWORKS.public, 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN');
 * console.log(token?.code, token?.decimals); // → USDC 7
 * ```
 */
export function knownToken(network: Network, address: string): KnownToken | undefined {
  return knownTokens(network).find((token) => token.address === address || token.issuer === address);
}

/** The contract of a token; a known issuer means its token. */
export const contractOfToken = (network: Network, address: string): string =>
  knownToken(network, address)?.address ?? address;

/** What people call a token: its code, else its address. */
export const codeOfToken = (network: Network, address: string): string => knownToken(network, address)?.code ?? address;

/** A token's asset, by constants or proven by the token's address; undefined for XLM, which has no issuer. */
export function assetOf(network: Network, address: string): Asset | undefined {
  const { code, issuer } = knownToken(network, address) ?? {};
  return code === undefined || issuer === undefined ? network.saidAssets?.[address] : { code, issuer };
}

/** Every token that has a name on a network: `USDC`, and where it has a contract `XLM`. */
export function knownTokens(network: Network): readonly KnownToken[] {
  const address = XLM_CONTRACTS[network.name];
  return address === undefined ? network.tokens : [...network.tokens, { code: 'XLM', address, decimals: 7 }];
}
