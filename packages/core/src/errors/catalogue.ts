/** The text of each error: what happened, then what to do now, for its reader. */

export type CatalogueEntry = {
  /** What happened; the default message. */
  readonly message: string;
  /** What a person in a chat, on the page or in Discord can do now. Never the name of an environment variable. */
  readonly remedy: string;
  /** What the person who runs Countersign can do, where that differs. */
  readonly operatorRemedy?: string;
  /** The same call may succeed later without any change to it. */
  readonly retryable?: true;
};

const TELL_THE_OPERATOR = 'Tell the person who runs Countersign.';

export const ERROR_CATALOGUE = {
  INPUT_INVALID: {
    message: 'The request is not valid.',
    remedy: 'Correct the listed fields, then try again.',
  },
  SECRET_REFUSED: {
    message:
      'The input contains what looks like a secret (a seed, a recovery phrase or a credential). It was refused and not kept.',
    remedy:
      'Never give a secret to a chat, an assistant or this tool. Treat it as leaked: move the funds of that key to a new account, or replace the credential. Then try again without it.',
  },
  SETTING_INVALID: {
    message: 'A setting is not valid.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy: 'Correct the environment variable that is named, then start again.',
  },
  READ_ONLY: {
    message:
      'This installation is read-only: it shows escrows and balances and explains transactions, but does not prepare or submit any.',
    remedy: 'Ask the person who runs Countersign if you need to deploy here.',
    operatorRemedy: 'Unset COUNTERSIGN_READ_ONLY to allow deploys here.',
  },
  CANCELLED: {
    message: 'The call was cancelled.',
    remedy: 'Try again when you want to.',
    retryable: true,
  },
  RATE_LIMITED: {
    message: 'Too many requests for now.',
    remedy: 'Wait a little, then try again.',
    retryable: true,
  },
  SERVICE_UNREACHABLE: {
    message: 'The escrow service could not be reached. Nothing was sent.',
    remedy: 'Check the connection, then try again. If it keeps failing, tell the person who runs Countersign.',
    operatorRemedy: 'Check ESCROW_API_URL and the connection, then try again.',
    retryable: true,
  },
  RPCS_DISAGREE: {
    message:
      'The two Stellar RPCs report different things about this escrow, so one of them is behind or wrong. Nothing was prepared or sent.',
    remedy: 'Try again in a minute. If it stays like this, tell the person who runs Countersign.',
    operatorRemedy:
      'Try again in a minute. If it stays like this, compare the escrow with a third source, such as an explorer, and replace the wrong RPC in STELLAR_RPC_URL.',
    retryable: true,
  },
  RPC_BUSY: {
    message: 'Stellar RPC took no more transactions just now. The transaction was not sent.',
    remedy: 'Submit the same signed transaction again in a minute. It need not be signed again.',
    operatorRemedy:
      'Submit the same signed transaction again in a minute. If this happens often, set STELLAR_RPC_RATE_LIMIT to what the RPC allows, or use another RPC in STELLAR_RPC_URL.',
    retryable: true,
  },
  RPC_REFUSED: {
    message: 'Stellar RPC did not take the transaction from here. It was not sent.',
    remedy:
      'Tell the person who runs Countersign. After that, submit the same signed transaction again: until it expires, it need not be signed again.',
    operatorRemedy:
      'HTTP 401 or 403: check the key in STELLAR_RPC_URL. HTTP 404, or a method or parameters that the RPC does not know: check its address and version. HTTP 413: it takes only smaller transactions. Then submit the same signed transaction again.',
  },
  RPC_UNREACHABLE: {
    message: 'Stellar RPC could not be reached. Nothing was sent.',
    remedy: 'Try again in a minute. A signed transaction need not be signed again.',
    operatorRemedy: 'Check STELLAR_RPC_URL and the connection, then try again.',
    retryable: true,
  },
  TRIAL_REFUSED: {
    message: 'The network refused this in a trial run. Nothing was sent.',
    remedy: 'Read the reason under the details, and correct what it names.',
  },
  NETWORK_REFUSED: {
    message: 'The Stellar network refused the transaction. It was not sent.',
    remedy:
      'Prepare it again with the id, and sign the new one. If that is refused too, tell the person who runs Countersign the reason.',
  },
  FEE_NOT_COVERED: {
    message: 'The signing account has too little XLM for the network fee. The transaction was not sent.',
    remedy: 'Send XLM to the account, then submit the same signed transaction again before it expires.',
  },
  SERVICE_TIMEOUT: {
    message: 'There was no answer in time.',
    remedy: 'Try again in a minute.',
    retryable: true,
  },
  SERVICE_FAILED: {
    message: 'The escrow service failed.',
    remedy: 'Try again in a minute. If it keeps failing, tell the operator of the service.',
    retryable: true,
  },
  SERVICE_REFUSED: {
    message: 'The escrow service refused the request.',
    remedy: 'Read the reason it gave, correct the request, then try again.',
  },
  SERVICE_UNAUTHORIZED: {
    message: 'The escrow service did not accept our credentials.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy: 'Check ESCROW_ACCESS_TOKEN (deploy, send) and ESCROW_API_KEY (balances).',
  },
  SERVICE_REPLY_UNREADABLE: {
    message: 'The escrow service returned an unexpected response.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy:
      'Check that ESCROW_API_URL is the base address of an escrow service. If it is, tell the operator of the service.',
  },
  SERVICE_REDIRECTED: {
    message:
      'The escrow service answered with a redirect. Redirects are not followed: credentials go to the configured host only.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy: 'Set ESCROW_API_URL to the final address of the service.',
  },
  SIGNER_NOT_FOUND: {
    message: 'The signer account does not exist on this network.',
    remedy: 'Send XLM to the account first, or check that the address belongs to this network.',
    operatorRemedy:
      'Fund the account first (in the sandbox with the command sandbox fund <address>), or check that the address belongs to this network.',
  },
  SANDBOX_MISMATCH: {
    message: 'The service is not the sandbox: its passphrase, factory or contract code does not match.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy: 'Set STELLAR_NETWORK to the network that the service really uses, or correct ESCROW_API_URL.',
  },
  TRANSACTION_MISMATCH: {
    message:
      'The transaction that the service prepared does not match the request. It was not handed out and must not be signed.',
    remedy: 'Read the differences and tell the person who runs Countersign.',
    operatorRemedy:
      'Read the differences. If the factory or the contract code differs, verify it with the service’s owner before you pin it. Otherwise tell the operator of the service.',
  },
  CLOCK_WRONG: {
    message:
      'The clock of the computer on which Countersign runs differs from the network’s, so the time of a transaction cannot be compared. Nothing was handed out.',
    remedy: 'Tell the person who runs Countersign to set its clock, then try again.',
    operatorRemedy: 'Set this computer’s clock (let it follow a time server), then try again.',
  },
  TRANSACTION_PARTLY_VERIFIED: {
    message:
      'Nothing in the transaction contradicts the request, but some of it could not be verified, so it is not offered.',
    remedy: 'Ask the person who runs Countersign: its settings decide what can be verified.',
    operatorRemedy:
      'Verify the factory and the contract code with the service’s owner, then set ESCROW_PINS. Set STELLAR_RPC_URL to read a token’s decimals. Or accept partly verified deploys with COUNTERSIGN_ALLOW_PARTLY=true.',
  },
  INTERFACE_DIFFERS: {
    message:
      'The contract’s own code describes this call differently than Countersign knows it, so no transaction is offered for it.',
    remedy:
      'Nothing was prepared or sent. Ask the person who runs Countersign: the contract may be newer than Countersign, or another one than it seems.',
    operatorRemedy:
      'Run doctor, which names each function that differs. If the service has new contracts, update Countersign; else correct ESCROW_PINS.',
  },
  XDR_UNREADABLE: {
    message: 'This is not a Stellar transaction in XDR (base64).',
    remedy: 'Paste the whole signed XDR as the wallet shows it, or give its file.',
  },
  XDR_NOT_SIGNED: {
    message: 'The transaction is unsigned.',
    remedy: 'Sign it in the signer’s wallet, then submit what the wallet returns.',
  },
  NOT_SIGNED_YET: {
    message: 'This escrow has not been signed yet.',
    remedy: 'Sign it on its signing page, or give the signed XDR itself.',
    retryable: true,
  },
  SIGNED_BY_ANOTHER: {
    message: 'The transaction is signed, but not by the signer of this escrow.',
    remedy: 'Choose the signer’s account in the wallet and sign again.',
  },
  SIGNED_FOR_ANOTHER_NETWORK: {
    message: 'It was signed for a different network.',
    remedy: 'Switch the wallet to the network of this escrow and sign again.',
  },
  SIGNATURE_BROKEN: {
    message: 'The signer’s signature is not valid for this transaction.',
    remedy: 'Sign the unsigned XDR again and submit what the wallet returns, unchanged.',
  },
  MULTISIG_NOT_SUPPORTED: {
    message:
      'Other accounts have signed the transaction too. This installation does not support accounts that need several signers.',
    remedy: 'Deploy from an account that needs only its own key, or ask the person who runs Countersign.',
    operatorRemedy:
      'Deploy from an account that needs only its own key, or set STELLAR_RPC_URL: the account’s signers are then read from the network.',
  },
  SIGNATURES_MISSING: {
    message: 'The account needs more signatures than the transaction has.',
    remedy: 'Each remaining signer signs the XDR that the previous one produced; submit the last one.',
  },
  SIGNATURE_NOT_NEEDED: {
    message: 'The transaction has a signature that it does not need, so the network would refuse it.',
    remedy: 'Sign the prepared transaction again, with no more signers than it needs.',
  },
  FEE_BUMPED: {
    message: 'The wallet wrapped the transaction in a fee bump, which cannot be sent from here.',
    remedy:
      'Turn off fee sponsoring in the wallet (also called gasless or fee bump), then sign the unsigned transaction again.',
  },
  TRANSACTION_CHANGED: {
    message: 'The signed transaction is not the one that was prepared and compared. It was not sent.',
    remedy: 'Sign the prepared XDR without changes. If you changed nothing, do not trust the program that did.',
  },
  ESCROW_CHANGED: {
    message: 'The escrow was changed on the ledger after this payment was prepared. Nothing was sent.',
    remedy: 'Read what was changed. If it is still what you want, ask for the payment again, without the id.',
  },
  TRANSACTION_EXPIRED: {
    message: 'The transaction has expired; the network would refuse it. It was not sent.',
    remedy: 'Prepare it again with the id or the same request, and sign the new one in time.',
  },
  TRANSACTION_DISPLACED: {
    message:
      'The ledger accepted another transaction of the signing account instead, and can no longer accept this one. Nothing was sent just now.',
    remedy: 'Prepare it again with the id, and sign the new one.',
  },
  NOT_PREPARED_HERE: {
    message: 'This transaction was not prepared here, so it was not compared with a request. It was not sent.',
    remedy: 'Prepare the escrow here and sign that transaction.',
  },
  HANDLE_NOT_FOUND: {
    message: 'There is no prepared escrow with this id.',
    remedy: 'Check the id, or prepare the escrow again.',
  },
  LIST_CLOSED: {
    message: 'Your list of escrows is not open in this browser. A link to it works once, and for 5 minutes.',
    remedy: 'Ask your assistant for a new link to your list.',
  },
  PROOF_CLOSED: {
    message: 'This link to prove a wallet was used already or has expired. It works once, and for 15 minutes.',
    remedy: 'Ask for a new one where you got it.',
  },
  PROOF_NOT_SIGNED: {
    message: 'This is not the signature of this wallet over this text. Nothing was proven.',
    remedy:
      'Choose the account of this address in the wallet and sign the text again. A signature that is pasted has 64 bytes, in base64 or hex.',
    retryable: true,
  },
  ESCROW_ARCHIVED: {
    message:
      'The contract at this address is archived on the ledger: nothing of it is lost, but it cannot be read now.',
    remedy:
      'Do not take it for missing. Any call that writes it restores it first, for a fee of about 0.1 XLM; then ask again.',
  },
  OUTCOME_UNKNOWN: {
    message:
      'An earlier transaction for this request was sent and its outcome is not known yet, so no second one is prepared.',
    remedy:
      'Submit the same signed XDR again to learn the outcome. Until then, do not sign another transaction for this escrow.',
    retryable: true,
  },
  CONFIRMATION_NEEDED: {
    message: 'A person must confirm this first. Nothing was handed out or sent.',
    remedy:
      'The signer confirms it on the signing page, in Discord or in a terminal. An assistant cannot confirm it for them.',
  },
  LIMIT_REACHED: {
    message: 'This is beyond a limit that was set here. Nothing was handed out or sent.',
    remedy: 'Stay within the limit, or ask the one who set it to lift it. An assistant cannot lift it.',
  },
  ALREADY_ON_LEDGER: {
    message: 'An escrow with these terms is on the ledger already.',
    remedy:
      'Use a different engagementId for another escrow. If a second one with the same terms is wanted, the signer confirms that on the signing page, in Discord or in a terminal.',
  },
  STEP_NOT_POSSIBLE: {
    message: 'As the escrow stands on the ledger, this would fail. Nothing was prepared.',
    remedy: 'Read how the escrow stands, and whose turn it is.',
  },
  ALREADY_SO: {
    message: 'The ledger shows that this is done already. Nothing was prepared.',
    remedy: 'Nothing needs to be done.',
  },
  ADDRESS_TAKEN: {
    message: 'A different contract stands at the address of this escrow. Do not fund it.',
    remedy: 'Pay nothing to that address. Read the differences, then tell the person who runs Countersign.',
    operatorRemedy:
      'Pay nothing to that address. Read the differences; where a service is used, tell its operator. Someone who knew the salt may have taken the address.',
  },
  SEQUENCE_TAKEN: {
    message: 'Another transaction of the signer’s account is under way, so the ledger would refuse this one.',
    remedy: 'Wait until the other one has settled or expired, then try again.',
    retryable: true,
  },
  SUPERSEDED: {
    message: 'A newer version has replaced this transaction. It was not sent.',
    remedy: 'Go on with the newer one, if you know who changed it; otherwise sign neither.',
  },
  DECLINED: {
    message: 'This was declined on the signing page. It was not sent.',
    remedy: 'Ask what is wanted instead, then prepare that.',
  },
  ALREADY_SETTLED: {
    message: 'This escrow is already settled.',
    remedy: 'Read its balance, or use a different engagementId for another escrow.',
  },
  NOT_OVER: {
    message: 'This is still needed, so it is not forgotten.',
    remedy: 'Forget it once it has settled or ended.',
    retryable: true,
  },
  DISCORD_UNREACHABLE: {
    message: 'Discord could not be reached.',
    remedy: 'Check the connection, then start the bot again.',
    retryable: true,
  },
  STORE_FULL: {
    message: 'The store of prepared escrows is full, so no new one is prepared.',
    remedy: 'Wait a few minutes until some have expired, then try again.',
    retryable: true,
  },
  STORE_UNREACHABLE: {
    message: 'Countersign cannot reach its records at the moment.',
    remedy:
      'Wait a minute, then try the same again: nothing is done twice. If it goes on, tell the person who runs Countersign.',
    operatorRemedy: 'Check that PostgreSQL runs where DATABASE_URL says.',
    retryable: true,
  },
  STORE_UNUSABLE: {
    message: 'The data folder cannot be used.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy: 'Set COUNTERSIGN_DATA_DIR to a writable folder, or move the damaged file away.',
  },
  RECORD_DAMAGED: {
    message: 'A record in the data folder is damaged; nothing of it is shown. The other records are not affected.',
    remedy: TELL_THE_OPERATOR,
    operatorRemedy: 'Restore a backup from before the damage; an escrow that settled is also found by its contractId.',
  },
  LEDGER_SET_ASIDE: {
    message:
      'This was prepared for a ledger that was set aside: its contracts are gone, so it can no longer be signed.',
    remedy: 'Prepare the escrow again if it is still wanted: it gets a new address.',
  },
  INTERNAL: {
    message: 'Something went wrong in Countersign itself. The log has the details.',
    remedy: 'Try again. If it keeps failing, report it with the log.',
    retryable: true,
  },
} as const satisfies Record<string, CatalogueEntry>;
