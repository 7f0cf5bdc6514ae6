/** The scripts of package.json that a person or a server runs; the others are a contributor's. */
export const COMMANDS: Readonly<Record<string, string>> = {
  demo: 'shows the whole life of an escrow in the sandbox, and leaves nothing behind',
  escrows: 'prints a link to the list of your escrows',
  contacts: 'edits your address book',
  explain: 'explains a transaction in plain words',
  wallet: 'signs with the accounts of the sandbox',
  start: 'runs the signing page, and the bot and MCP over HTTP if they are set up',
  mcp: 'runs the MCP server',
  bot: 'runs the Discord bot',
  'bot:register': 'registers the bot’s commands with Discord',
  service: 'runs the escrow service alone, on its embedded ledger',
  doctor: 'checks the settings and what they lead to, and says what to do',
  rehearse: 'plays whole lives of escrows on testnet with throw-away keys',
  backup: 'copies everything that is kept into a folder',
  restore: 'restores a backup without overwriting anything',
  move: 'moves the data folder into the database of DATABASE_URL',
};
