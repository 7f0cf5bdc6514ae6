/** What `countersign-mcp` can do in a terminal. Each command is loaded when it is called. */

export type Command = {
  /** For `--help`. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly run: (args: readonly string[]) => Promise<void> }>;
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  sandbox: {
    summary: 'sign, fund and pay with the sandbox’s demo accounts',
    load: () => import('./sandbox/sandbox.ts'),
  },
  escrow: {
    summary: 'make, fund, show an escrow; report, approve, pay out, dispute, decide, withdraw, change, extend',
    load: () => import('./escrow/escrow.ts'),
  },
  escrows: {
    summary: 'a link to the list of your escrows, for a browser on this computer',
    load: () => import('./escrows.ts'),
  },
  contacts: {
    summary: 'your address book: names that can stand for addresses',
    load: () => import('./contacts.ts'),
  },
  http: {
    summary: 'serve MCP over HTTP, for hosts on this machine or, with sign-in, elsewhere',
    load: () => import('./http.ts'),
  },
  doctor: {
    summary: 'say what is set up well, what is wrong and what to do about it',
    load: () => import('./doctor/doctor.ts'),
  },
};
