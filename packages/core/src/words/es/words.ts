/** Names of roles, networks and states in Spanish. */
import type { RoleName } from '../../escrow/steps.ts';
import { inLanguage } from '../../text/message.ts';
import { coreMessages } from '../catalogue.ts';
import json from '../messages/core.es.json' with { type: 'json' };
import {
  kindWords as kind,
  labelledRoles as labelled,
  milestonesText as milestones,
  type PartyName,
} from '../words.ts';

const messages = coreMessages(json);

export const PARTY_WORDS: Readonly<Record<PartyName, string>> = messages.parties;
export const ROLE_WORDS: Readonly<Record<RoleName, string>> = messages.parties;
export const { networks: NETWORK_WORDS, sources: SOURCE_WORDS, states: STATE_WORDS } = messages;
export const { kindWords, labelledRoles, milestonesText } = inLanguage(messages, {
  kindWords: kind,
  labelledRoles: labelled,
  milestonesText: milestones,
});
