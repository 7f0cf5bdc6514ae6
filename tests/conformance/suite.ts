/** The protocol's own conformance suite, as a script. */
import { installedProgram } from '@countersign/testkit/processes/installed-program';

export const SUITE = installedProgram('node_modules/@modelcontextprotocol/conformance/dist/index.js');
