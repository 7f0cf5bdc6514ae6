/** The MCP tool that prepares each action, for sentences about preparing it again. */
import { everyStep } from '../../escrow/steps.ts';
import type { Acted } from '../data/life.ts';
import type { DeskLanguage } from './language.ts';

type Tool = keyof DeskLanguage['messages']['prepareAgain'];

export const TOOLS: Readonly<Record<Acted, Tool>> = {
  ...everyStep('prepare_action'),
  deploy: 'deploy_escrow',
  fund: 'fund_escrow',
  trust: 'add_trustline',
  resolve: 'resolve_dispute',
  withdraw: 'resolve_dispute',
  update: 'update_escrow',
};
