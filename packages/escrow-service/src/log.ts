/** Logs internal errors for the operator; callers get an answer without details. */
import { createSecretScanner } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';
import { cleanLine } from '@countersign/core/text';

const scanner = createSecretScanner(credentialsIn(process.env));

export function reportTrouble(where: string, error: unknown): void {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : 'something that is no error was thrown';
  process.stderr.write(`${where}: internal error: ${cleanLine(scanner.redact(what), 500)}\n`);
}

/** The sandbox begins again. What its escrows were is still in the records. */
export function reportSetAside(): void {
  process.stderr.write(
    'sandbox: its ledger was made by an earlier version, with contracts that exist on no network. It was set aside, as a ' +
      'copy beside the new one; accounts and escrows of the sandbox begin anew. What was prepared and settled stays in ' +
      'your records.\n',
  );
}
