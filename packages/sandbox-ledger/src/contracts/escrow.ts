/**
 * The sandbox's own multi-release escrow, of the interface in docs/interface.md: its rules and error numbers are those of
 * the public source of that time (generation A1). A build of it lets a negative amount through, and so does this one.
 */
import { interfaceMulti } from '@countersign/core/kinds';
import { escrowCode } from './escrow/code.ts';
import { ERRORS } from './escrow/errors.ts';
import { escrowFunctions } from './escrow/functions.ts';

export const escrowContract = escrowFunctions(escrowCode(interfaceMulti, ERRORS.sandbox));
