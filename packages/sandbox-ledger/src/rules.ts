/** The protocol that the ledger names in its headers. A change of its rules needs a new version of its file. */
export const PROTOCOL_VERSION = 27;
